// A front end's library links this target for its flags, which `Package.swift` has.
