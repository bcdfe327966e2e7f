/* Replaces a runner: sends the text of ProcessMemory.Marker(seed: 7), and waits for the end. */
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include "formwork_wire.h"

int main(void) {
  unsigned char text[64 * 128];
  for (uint64_t index = 0; index < sizeof text; index++) {
    uint64_t number = (((uint64_t)7 << 8) | index % 64) * 0x9E3779B97F4A7C15u;
    number ^= number >> 29;
    number *= 0xBF58476D1CE4E5B9u;
    text[index] = (unsigned char)(0x61 + (number >> 33) % 26);
  }
  if (send(FORMWORK_WIRE_DESCRIPTOR, text, sizeof text, 0) < 0) return 1;
  char end;
  while (recv(FORMWORK_WIRE_DESCRIPTOR, &end, 1, 0) > 0) {
  }
  return 0;
}
