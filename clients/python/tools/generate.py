"""Makes the client's methods and types from api/openapi.json. With --check it tells whether they are current."""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
DOCUMENT = HERE.parent.parent / "api" / "openapi.json"
PACKAGE = HERE / "src" / "letterpress_client"

WIDTH = 120
HEAD = "# Made from api/openapi.json by tools/generate.py. Do not edit.\n"
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "Any": "Any"}
# Of what a list's parameter is when the client goes on to the next page by itself.
LIMIT = "How many rows each page brings, 1 to 1000."

Json = dict[str, Any]

SPEC: Json = json.loads(DOCUMENT.read_text("utf-8"))
SCHEMAS: Json = SPEC["components"]["schemas"]
# Lists of words that have a name, also where the document spells them out.
WORDS = {tuple(schema["enum"]): name for name, schema in reversed(SCHEMAS.items()) if "enum" in schema}


def name_of(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def union(kinds: list[str]) -> str:
    some = list(dict.fromkeys(kind for kind in kinds if kind != "None"))
    inner = some[0] if len(some) == 1 else f"Union[{', '.join(some)}]"
    return f"Optional[{inner}]" if "None" in kinds else inner


def type_of(schema: Json, prefix: str = "", *, is_optional: bool = False) -> str:
    """What Python calls a schema; `prefix` stands before the names of others."""
    return union(kinds_of(schema, prefix) + ["None"] * is_optional)


def kinds_of(schema: Json, prefix: str) -> list[str]:
    words = tuple(schema.get("enum", ()))
    if "$ref" in schema:
        return [prefix + name_of(schema["$ref"])]
    if words in WORDS:
        return [prefix + WORDS[words]]
    if "oneOf" in schema:
        return [kind for one in schema["oneOf"] for kind in kinds_of(one, prefix)]
    if words or "const" in schema:
        return [f"Literal[{', '.join(map(json.dumps, words or [schema['const']]))}]"]
    names = schema.get("type", "Any")
    return [kind_of(name, schema, prefix) for name in ([names] if isinstance(names, str) else names)]


def kind_of(name: str, schema: Json, prefix: str) -> str:
    if name == "array":
        return f"list[{type_of(schema['items'], prefix)}]"
    if name == "object":
        return f"dict[str, {type_of(schema.get('additionalProperties') or {}, prefix)}]"
    return SCALARS[name]


def wrapped(text: str, indent: str, first: str = "", then: str = "") -> str:
    begin = indent + first
    return textwrap.fill(text, WIDTH, initial_indent=begin, subsequent_indent=indent + then, break_long_words=False)


def docstring(text: str, indent: str, arguments: tuple[str, ...] = ()) -> str:
    begin, *others = [" ".join(paragraph.split()) for paragraph in text.replace("\\", "\\\\").split("\n\n")]
    if not others and not arguments and len(indent + begin) + 6 <= WIDTH:
        return f'{indent}"""{begin}"""\n'
    blocks = [wrapped(begin, indent, '"""'), *(wrapped(other, indent) for other in others)]
    if arguments:
        lines = [wrapped(argument, indent + "    ", then="    ") for argument in arguments]
        blocks.append(f"{indent}Args:\n" + "\n".join(lines))
    return "\n\n".join(blocks) + f'\n{indent}"""\n'


def field_type(name: str, schema: Json, is_form: bool) -> str:
    if schema.get("format") == "binary":
        return "File"
    kind = type_of(schema)
    # An object within a form, as which it is JSON.
    return kind.replace("str", "Union[str, dict[str, Any]]") if is_form and "$ref" not in json.dumps(schema) else kind


def typed_dict(name: str, schema: Json, bases: list[str], is_form: bool = False) -> str:
    """A TypedDict; what may be absent stands in one that it is made from, as Python 3.9 has no other way."""
    properties = schema.get("properties", {})
    needed = [field for field in properties if field in schema.get("required", [])]
    others = [field for field in properties if field not in needed]
    out = ""
    if needed and others:
        out += one_dict(f"_{name}", {field: properties[field] for field in needed}, bases, "", True, is_form)
        bases = [f"_{name}"]
    fields = others or needed
    words = schema.get("description", "")
    return out + one_dict(name, {field: properties[field] for field in fields}, bases, words, not others, is_form)


def one_dict(name: str, fields: Json, bases: list[str], words: str, is_total: bool, is_form: bool) -> str:
    types = {field: field_type(field, schema, is_form) for field, schema in fields.items()}
    words_of_python = [field for field in fields if keyword.iskeyword(field)]
    out = ""
    if words_of_python:
        inner = ", ".join(f'"{field}": "{types[field]}"' for field in words_of_python)
        total = "" if is_total else ", total=False"
        out += f'_{name}Words = TypedDict("_{name}Words", {{{inner}}}{total})\n\n\n'
        bases = [f"_{name}Words", *bases]
    heads = (bases or ["TypedDict"]) + ([] if is_total else ["total=False"])
    out += f"class {name}({', '.join(heads)}):\n"
    body = docstring(words, "    ") + "\n" if words else ""
    for field in fields:
        if field not in words_of_python:
            body += f"    {field}: {types[field]}\n"
            body += docstring(fields[field].get("description", ""), "    ") if fields[field].get("description") else ""
    return out + (body or "    pass\n").rstrip() + "\n\n\n"


def alias(name: str, schema: Json) -> str:
    if "enum" in schema:
        line = f"{name} = Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    else:
        line = f"{name} = {type_of({'type': 'object'} if is_open(schema) else schema)}"
    if len(line) > WIDTH:
        head, words = line[:-1].split("[", 1)
        line = f"{head}[\n{wrapped(words, '    ')}\n]"
    return line + "\n" + (docstring(schema["description"], "") if "description" in schema else "")


def is_open(schema: Json) -> bool:
    """An object whose fields depend on one another is any dictionary."""
    return "properties" in schema and "additionalProperties" in schema


def is_class(schema: Json) -> bool:
    return "allOf" in schema or ("properties" in schema and not is_open(schema))


def bases_of(schema: Json) -> list[str]:
    return [name_of(part["$ref"]) for part in schema.get("allOf", []) if "$ref" in part]


def in_order() -> Iterator[str]:
    """What is built upon stands before what is built of it."""
    done: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        if name not in done:
            done.add(name)
            for base in bases_of(SCHEMAS[name]):
                yield from visit(base)
            yield name

    for name in SCHEMAS:
        yield from visit(name)


def types_module() -> str:
    forms = {name_of(call.sent["multipart/form-data"]["schema"]["$ref"]) for call in calls() if call.form}
    out = "".join(alias(name, schema) for name, schema in SCHEMAS.items() if not is_class(schema)) + "\n\n"
    for name in in_order():
        schema = SCHEMAS[name]
        if not is_class(schema):
            continue
        parts = [part for part in schema.get("allOf", []) if "$ref" not in part] or [schema]
        own = {**parts[0], "description": schema.get("description", "")}
        out += typed_dict(name, own, bases_of(schema), name in forms)
    events = []
    for name, webhook in SPEC["webhooks"].items():
        body = webhook["post"]["requestBody"]["content"]["application/json"]["schema"]
        events.append("".join(word.capitalize() for word in name.split(".")) + "Event")
        out += typed_dict(events[-1], {**body, "description": webhook["post"]["summary"] + "."}, [])
    inner = "".join(f"    {event},\n" for event in events)
    out += f"WebhookMessage = Union[\n{inner}]\n"
    out += '"""The body of a webhook. Its `type` tells what `data` holds."""\n'
    words = "What the API sends and takes. Answers may have fields and words that this version does not know."
    return module(words, ["from ._form import File"], out)


def module(words: str, imports: list[str], body: str, comment: str = "") -> str:
    names = [name for name in ("Any", "Literal", "Optional", "TypedDict", "Union") if re.search(rf"\b{name}\b", body)]
    iterator = "from collections.abc import Iterator\n" if "Iterator[" in body else ""
    head = f'{HEAD}{comment}"""{words}"""\n\nfrom __future__ import annotations\n\n'
    lines = "\n".join(imports)
    return f"{head}{iterator}from typing import {', '.join(names)}\n\n{lines}\n\n{body}"


def calls() -> Iterator[Call]:
    for path, methods in SPEC["paths"].items():
        for method, spec in methods.items():
            yield Call(method.upper(), path, spec)


class Call:
    """One call of the document, a method of the client."""

    def __init__(self, method: str, path: str, spec: Json) -> None:
        self.method = method
        self.path = path
        self.spec = spec
        parameters = spec.get("parameters", [])
        self.in_path = [one for one in parameters if one["in"] == "path"]
        # Those that may be left out come last, as in the method.
        self.in_query = sorted(
            (one for one in parameters if one["in"] == "query"), key=lambda one: not one.get("required")
        )
        self.takes_key = any(one["name"] == "Idempotency-Key" for one in parameters)
        self.is_list = any(one["name"] == "cursor" for one in self.in_query)
        self.sent: Json = spec.get("requestBody", {}).get("content", {})
        good = min(status for status in spec["responses"] if status.startswith("2"))
        self.answer: Json = spec["responses"][good].get("content", {})

    @property
    def form(self) -> Json:
        """The fields of an upload."""
        reference = self.sent.get("multipart/form-data", {}).get("schema", {}).get("$ref")
        return SCHEMAS[name_of(reference)]["properties"] if reference else {}

    def signature(self) -> list[str]:
        out = ["self", *(f"{one['name']}: {type_of(one['schema'], 'types.')}" for one in self.in_path)]
        for content in self.sent.values():
            needed = self.spec["requestBody"].get("required", False)
            kind = type_of(content["schema"], "types.", is_optional=not needed)
            out.append(f"body: {kind}" + " = None" * (not needed))
        named = [self.argument(one) for one in self.in_query]
        named += ["idempotency_key: Optional[str] = None"] if self.takes_key else []
        return out + (["*", *named] if named else [])

    @staticmethod
    def argument(parameter: Json) -> str:
        needed = parameter.get("required", False)
        kind = type_of(parameter["schema"], "types.", is_optional=not needed)
        return f"{parameter['name']}: {kind}" + " = None" * (not needed)

    def address(self) -> str:
        names = [one["name"] for one in self.in_path]
        template = re.sub(r"\{[^}]+\}", "{}", self.path)
        return f'path("{template}", {", ".join(names)})' if names else f'"{template}"'

    def work(self) -> tuple[str, str, list[str]]:
        """What it gives, the function of the transport that does it, and with what."""
        query = "{" + ", ".join(f'"{one["name"]}": {one["name"]}' for one in self.in_query) + "}"
        if self.is_list:
            rows, field = rows_of(self.answer["application/json"]["schema"])
            return f"Listing[{rows}]", "listing", [self.address(), query, *([f'"{field}"'] if field else [])]
        if "text/event-stream" in self.answer:
            return "Iterator[Progress]", "events", [self.address()]
        if self.answer and "application/json" not in self.answer:
            return "Download", "download", [self.address()]
        kind = type_of(self.answer["application/json"]["schema"], "types.") if self.answer else "None"
        arguments = [f'"{self.method}"', self.address()]
        arguments += [f"query={query}"] if self.in_query else []
        if self.form:
            files = "".join(f'"{name}",' for name, one in self.form.items() if one.get("format") == "binary")
            arguments.append(f"body=Form(body, ({files}))")
        elif self.sent:
            arguments.append("body=body")
        if self.takes_key:
            arguments.append("idempotency_key=idempotency_key")
        elif self.method == "POST":
            # It heeds no key: who knows what a second one does.
            arguments.append("may_repeat=False")
        return kind, "request", arguments

    def docstring(self) -> str:
        words = self.spec["summary"] + "."
        if "text/event-stream" in self.answer:
            words += "\n\nA look about every second; the last one is of when it is no longer being sent."
        elif self.spec.get("description"):
            words += "\n\n" + self.spec["description"]
        told = [one for one in self.in_path + self.in_query if not is_plain(one)]
        return docstring(words, " " * 8, tuple(f"{one['name']}: {words_of(one, self.is_list)}" for one in told))

    def text(self) -> str:
        kind, function, arguments = self.work()
        head = "" if kind == "None" else "return "
        begin = definition(self.spec["operationId"], self.signature(), kind)
        return begin + self.docstring() + statement(head, function, arguments) + "\n"


def is_plain(parameter: Json) -> bool:
    """Whether its name says it all."""
    return re.fullmatch(r"The [a-z ]+\.", parameter["description"], re.IGNORECASE) is not None


def words_of(parameter: Json, is_list: bool) -> str:
    return LIMIT if is_list and parameter["name"] == "limit" else " ".join(parameter["description"].split())


def statement(head: str, function: str, arguments: list[str]) -> str:
    line = f"        {head}self.{function}({', '.join(arguments)})\n"
    if len(line) <= WIDTH + 1:
        return line
    inner = "".join(f"            {in_lines(argument)},\n" for argument in arguments)
    return f"        {head}self.{function}(\n{inner}        )\n"


def in_lines(argument: str) -> str:
    """A dictionary that is too long for one line."""
    if len(argument) + 13 <= WIDTH:
        return argument
    return argument.replace("{", "{\n" + " " * 16).replace(", ", ",\n" + " " * 16).replace("}", ",\n            }")


def rows_of(schema: Json) -> tuple[str, str]:
    """The type of a list's rows, and which field of the answer holds them, if one does."""
    if schema.get("type") == "array":
        return type_of(schema["items"], "types."), ""
    properties = SCHEMAS[name_of(schema["$ref"])]["properties"]
    (field, inner), *_ = [(name, one) for name, one in properties.items() if one.get("type") == "array"]
    return type_of(inner["items"], "types."), field


def definition(name: str, signature: list[str], kind: str) -> str:
    inner = ", ".join(signature)
    line = f"    def {name}({inner}) -> {kind}:\n"
    if len(line) <= WIDTH + 1:
        return line
    if len(inner) + 8 <= WIDTH:
        return f"    def {name}(\n        {inner}\n    ) -> {kind}:\n"
    inner = "".join(f"        {one},\n" for one in signature)
    return f"    def {name}(\n{inner}    ) -> {kind}:\n"


def client_module() -> str:
    out = "class Client(Transport):\n    __doc__ = Transport.__doc__\n\n"
    out += "".join(call.text() for call in calls()).rstrip() + "\n"
    imports = [
        "from . import types",
        "from ._download import Download",
        "from ._form import Form",
        "from ._pages import Listing",
        "from ._transport import Transport, path",
        "from .progress import Progress",
    ]
    trust = '# What comes is taken for what the document says.\n# mypy: disable-error-code="no-any-return"\n'
    return module("Every call of the API, by the name that its document gives it.", imports, "\n" + out, trust)


def modules() -> dict[Path, str]:
    """What the package's made files should hold."""
    return {
        PACKAGE / "_version.py": f'{HEAD}__version__ = "{SPEC["info"]["version"]}"\n',
        PACKAGE / "types.py": types_module(),
        PACKAGE / "client.py": client_module(),
    }


def main() -> int:
    made = modules()
    if "--check" not in sys.argv[1:]:
        for file, text in made.items():
            file.write_text(text, "utf-8")
        return 0
    stale = [file.name for file, text in made.items() if not file.exists() or file.read_text("utf-8") != text]
    if stale:
        print(f"{', '.join(stale)}: out of date; run clients/python/tools/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
