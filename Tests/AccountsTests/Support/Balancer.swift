#if Service
import TestSupport

/// haproxy with TLS in front of services, and places for clients.
///
/// As root, each client has a network namespace of its own, and reaches the balancer over a bridge. Otherwise all are
/// plain processes on the loopback address.
struct Balancer: Sendable {
  let url: String
  let caFile: String

  /// The commands after which the program of each client stands.
  let places: [[String]]

  private let child: Child

  static let isInstalled = (try? Child.run(["haproxy", "-v"]))?.status == .exited(0)

  init(to ports: [Int], clientCount: Int, in directory: TemporaryDirectory) throws {
    let port = try LoopbackListener { _ in }.port
    child = try Child(
      // It ends with its input, so that it removes the namespaces even if this process is killed.
      [
        "setsid", "--wait", "bash", "-c", Self.script, "haproxy", directory.path, "\(port)",
        "\(clientCount)",
      ]
        + ports.map(String.init), input: .pipe)
    let lines = try child.expect("ready\n", limit: .seconds(60)).split(separator: "\n")
    let (address, prefix) = (lines[0], lines.count > 2 ? lines[1] : nil)
    url = "https://\(address):\(port)"
    caFile = directory.path(of: "certificate.pem")
    places = (0..<clientCount).map { number in
      prefix.map { ["ip", "netns", "exec", "\($0)-\(number)"] } ?? []
    }
  }

  /// Ends haproxy, and removes the namespaces.
  func end() throws {
    try child.closeInput()
    _ = try child.wait(limit: .seconds(60))
  }

  /// Prints the address, the prefix of the namespaces if there are any, and `ready`; ends with its input.
  private static let script = #"""
    set -u
    folder=$1 port=$2 count=$3
    shift 3
    prefix=formwork$$ bridge=fw$$ network=198.18.$(($$ % 256))
    clean() {
      [ -z "${haproxy:-}" ] || { kill "$haproxy"; wait "$haproxy"; }
      for ((n = 0; n < count; n++)); do ip netns del "$prefix-$n"; done
      ip link del "$bridge"
    } 2>/dev/null
    trap clean EXIT
    make_namespaces() {
      ip link add "$bridge" type bridge && ip addr add "$network.1/24" dev "$bridge" &&
        ip link set "$bridge" up || return 1
      for ((n = 0; n < count; n++)); do
        ip netns add "$prefix-$n" && ip link add "$bridge-$n" type veth peer name eth0 netns "$prefix-$n" &&
          ip link set "$bridge-$n" master "$bridge" up && ip -n "$prefix-$n" link set eth0 up &&
          ip -n "$prefix-$n" addr add "$network.$((n + 10))/24" dev eth0 || return 1
      done
    } 2>/dev/null
    address=127.0.0.1 names=
    if make_namespaces; then address=$network.1 names=$prefix; fi
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=formwork \
      -addext "subjectAltName=IP:$address" -keyout "$folder/key.pem" -out "$folder/certificate.pem" 2>/dev/null
    cat "$folder/certificate.pem" "$folder/key.pem" > "$folder/both.pem"
    {
      printf '%s\n' 'defaults' ' mode http' ' timeout connect 5s' ' timeout client 60s' ' timeout server 60s' \
        ' timeout check 60s' \
        ' option redispatch' 'frontend accounts' " bind $address:$port ssl crt $folder/both.pem" \
        ' default_backend services' 'backend services' ' balance roundrobin' ' option httpchk GET /readyz' \
        ' http-check expect status 204'
      for service; do echo " server s$service 127.0.0.1:$service check"; done
    } > "$folder/haproxy.cfg"
    haproxy -q -db -f "$folder/haproxy.cfg" </dev/null >"$folder/haproxy.log" 2>&1 &
    haproxy=$!
    for _ in $(seq 600); do
      (exec 3<>"/dev/tcp/$address/$port") 2>/dev/null && break
      kill -0 $haproxy || { cat "$folder/haproxy.log"; exit 1; }
      sleep 0.05
    done
    echo "$address"
    [ -z "$names" ] || echo "$names"
    echo ready
    cat >/dev/null
    """#
}
#endif
