"""Validates by a peer in Python, and prints the same lines as SchemaBenchmark.

    schema_peer.py jsonschema|jsonschema_rs SCHEMA DOCUMENT RUNS

Like Formwork, it follows the draft that the schema names, checks the schema, and asserts formats.
"""
import importlib
import json
import pathlib
import re
import sys
import time

peer = importlib.import_module(sys.argv[1])
schema_bytes, document_bytes = (pathlib.Path(path).read_bytes() for path in sys.argv[2:4])


def compiled():
    schema = json.loads(schema_bytes)
    if peer.__name__ == "jsonschema_rs":
        return peer.validator_for(schema, validate_formats=True)
    validator = peer.validators.validator_for(schema, peer.Draft202012Validator)
    validator.check_schema(schema)
    return validator(schema, format_checker=validator.FORMAT_CHECKER)


# The peer needs several calls for each level of a document.
sys.setrecursionlimit(100_000)
for run in range(int(sys.argv[4]) + 1):
    start = time.perf_counter_ns()
    validator = compiled()
    middle = time.perf_counter_ns()
    valid = validator.is_valid(json.loads(document_bytes))
    end = time.perf_counter_ns()
    status = pathlib.Path("/proc/self/status").read_text()
    memory = 1024 * int(re.search(r"VmHWM:\s*(\d+)", status)[1])
    if run > 0:
        print(json.dumps({"compiled": middle - start, "validated": end - middle,
                          "memory": memory, "valid": valid}))
