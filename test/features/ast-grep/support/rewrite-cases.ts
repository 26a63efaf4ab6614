// Multi-line rewrites: `rewriteCases` come out as the binary writes them, `differingCases` better than it does.

export interface RewriteCase {
  readonly name: string
  readonly language: string
  readonly source: string
  readonly pattern: string
  readonly rewrite: string
}

/** Templates of one language, applied to one source. */
function cases(
  language: string,
  source: string,
  rewrites: readonly (readonly [name: string, pattern: string, rewrite: string])[],
): readonly RewriteCase[] {
  return rewrites.map(([name, pattern, rewrite]) => ({
    name: `${language}, ${name}`,
    language,
    source,
    pattern,
    rewrite,
  }))
}

const typescript = `function load() {
    if (ready) {
        run(() => {
            first();
            second(1,
                2);
        });
        const value = wrap({
          deep: {
              key: 1,
          },
        });
    }
}
`

const python = `class Store:
    def load(self, path):
        with open(path) as handle:
            for line in handle:
                self.add(line)
                count(
                    line,
                    1,
                )
        return self

def main():
    if ready:
        go()
        stop()
`

const go = `package main

func load() error {
    if err := open(); err != nil {
        log(err,
            "open")
        return err
    }
    go func() {
        work()
    }()
    return nil
}
`

const rust = `fn load() -> Option<u8> {
    match read() {
        Some(value) => {
            emit(value,
                 1);
            Some(value)
        }
        None => None,
    }
}
`

const java = `class Store {
    void load() {
        if (ready) {
            run(
                one,
                two);
            stop();
        }
    }
}
`

const csharp = `class Store {
    void Load() {
        if (ready) {
            Run(
                one,
                two);
            Stop();
        }
    }
}
`

const c = `int load(void) {
    if (ready) {
        run(one,
            two);
        stop();
    }
    return 0;
}
`

const cpp = `int load() {
    auto job = [&]() {
        first();
        second();
    };
    run(job,
        2);
    return 0;
}
`

const ruby = `class Store
  def load(path)
    each(path) do |line|
      add(line,
          1)
    end
  end
end
`

const php = `<?php
class Store {
    function load() {
        if ($ready) {
            run(function () {
                first();
            });
        }
    }
}
`

const kotlin = `class Store {
    fun load() {
        if (ready) {
            run(
                one,
                two
            )
        }
    }
}
`

const lua = `local function load()
    if ready then
        run(one,
            two)
    end
end
`

export const rewriteCases: readonly RewriteCase[] = [
  ...cases("typescript", typescript, [
    ["a block is unwrapped", "if ($C) { $$$BODY }", "$$$BODY"],
    ["a block is wrapped", "if ($C) { $$$BODY }", "while ($C) {\n    $$$BODY\n}"],
    [
      "a block moves two levels",
      "if ($C) { $$$BODY }",
      "try {\n  if ($C) {\n    $$$BODY\n  }\n} finally {\n  end();\n}",
    ],
    ["an argument that spans lines", "run($A)", "schedule({\n    task: $A,\n})"],
    ["an argument on the first line", "run($A)", "await run($A)"],
    ["an object literal", "wrap($A)", "wrap(\n  $A\n)"],
    ["a whole function", "function $N() { $$$B }", "async function $N() {\n    $$$B\n}"],
    ["a metavariable twice", "run($A)", "[$A, $A]"],
  ]),
  ...cases("javascript", typescript, [
    ["a chain", "run($A)", "queue\n    .add($A)\n    .start()"],
    ["two captures", "second($A, $B)", "second(\n    $B,\n    $A\n)"],
    ["a list and a text", "second($$$A)", "third(\n    0,\n    $$$A\n)"],
    ["a declaration", "const $N = $V;", "let $N =\n    $V;"],
  ]),
  ...cases("python", python, [
    [
      "a with block becomes try",
      "with open($P) as $H: $$$B",
      "try:\n    $$$B\nfinally:\n    close()",
    ],
    ["a loop is unwrapped", "for $X in $Y: $$$B", "$$$B"],
    ["a call that spans lines", "count($$$A)", "total(\n    $$$A\n)"],
    ["a call moved into a block", "count($$$A)", "if ok:\n    count($$$A)"],
    ["an if becomes while", "if ready: $$$B", "while ready:\n    $$$B"],
    ["a method", "def $N(self, $$$A): $$$B", "async def $N(self, $$$A):\n    $$$B"],
  ]),
  ...cases("go", go, [
    ["a statement", "return $X", "if done {\n    return $X\n}"],
    ["a go statement", "go $F", "{\n    go $F\n}"],
    ["a condition", "if $I; $C $B", "for $I; $C; {\n    if true $B\n}"],
  ]),
  ...cases("rust", rust, [
    ["a match becomes a block", "match $E { $$$A }", "{\n    match $E {\n        $$$A\n    }\n}"],
    ["a function", "fn load() -> $R { $$$B }", "async fn load() -> $R {\n    $$$B\n}"],
    ["a call", "emit($A, $B)", "emit(\n    $A,\n    $B,\n)"],
  ]),
  ...cases("java", java, [
    ["a block", "if ($C) { $$$B }", "while ($C) {\n    $$$B\n}"],
    ["a call", "run($$$A)", "submit(() -> run($$$A))"],
    ["a call moved into a block", "run($A, $B);", "if ($A) {\n    run(\n        $B);\n}"],
    ["a method", "void load() { $$$B }", "void load() {\n    lock();\n    $$$B\n    unlock();\n}"],
  ]),
  ...cases("csharp", csharp, [
    ["a statement", "Run($A, $B);", "if ($A) {\n    Run(\n        $B);\n}"],
    ["a call", "Run($A, $B)", "Submit(\n    () => Run($A, $B))"],
  ]),
  ...cases("c", c, [
    ["a block", "if ($C) { $$$B }", "while ($C) {\n    $$$B\n}"],
    ["a call", "run($A, $B);", "{\n    run($B, $A);\n}"],
    ["a function", "int load(void) { $$$B }", "int load(int mode) {\n    $$$B\n}"],
  ]),
  ...cases("cpp", cpp, [
    ["a statement", "run($A, $B);", "{\n    run($B, $A);\n}"],
    ["a call", "run($$$A)", "submit(\n    $$$A)"],
  ]),
  ...cases("ruby", ruby, [
    ["a call", "add($$$A)", "if ok\n  add($$$A)\nend"],
    ["a block call", "each(path) do |$X|\n  $$$B\nend", "walk(path) do |$X|\n  $$$B\nend"],
    ["a method", "def load(path)\n  $$$B\nend", "def load(path, mode)\n  $$$B\nend"],
  ]),
  ...cases("php", php, [
    ["a call", "run($A)", "later(\n    $A\n)"],
    ["a call in a block", "run($A);", "try {\n    run($A);\n} finally {\n    end();\n}"],
  ]),
  ...cases("kotlin", kotlin, [
    ["a call", "run($$$A)", "submit(\n    $$$A\n)"],
    ["a call in a block", "run($A, $B)", "with($A) {\n    run($B)\n}"],
    ["an if", "if ($C) { $$$B }", "while ($C) {\n    $$$B\n}"],
  ]),
  ...cases("lua", lua, [
    ["a block", "if ready then $$$B end", "while ready do\n    $$$B\nend"],
    ["a call", "run($A, $B)", "pcall(run,\n    $A,\n    $B)"],
    ["a call in a block", "run($$$A)", "do\n    run($$$A)\nend"],
  ]),
]

/** A rewrite that comes out otherwise than the binary's, and the text that it comes out as. */
export interface DifferingCase extends RewriteCase {
  readonly planned: string
}

export const differingCases: readonly DifferingCase[] = [
  {
    name: "line endings stay CRLF",
    language: "typescript",
    source: "if (a) {\r\n    run(1)\r\n}\r\n",
    pattern: "run($A)",
    rewrite: "run(\n    $A\n)",
    planned: "if (a) {\r\n    run(\r\n        1\r\n    )\r\n}\r\n",
  },
  {
    name: "an empty list takes its comma along",
    language: "typescript",
    source: "log()\nlog(1)\n",
    pattern: "log($$$REST)",
    rewrite: 'info("x", $$$REST)',
    planned: 'info("x")\ninfo("x", 1)\n',
  },
  {
    name: "a blank line stays blank",
    language: "python",
    source: "def f():\n    if ready:\n        go()\n\n        stop()\n",
    pattern: "if ready: $$$B",
    rewrite: "while ready:\n    $$$B",
    planned: "def f():\n    while ready:\n        go()\n\n        stop()\n",
  },
  {
    name: "tabs are indentation",
    language: "typescript",
    source: "if (a) {\n\trun(() => {\n\t\tgo()\n\t})\n}\n",
    pattern: "run($A)",
    rewrite: "later(\n\t$A\n)",
    planned: "if (a) {\n\tlater(\n\t\t() => {\n\t\t\tgo()\n\t\t}\n\t)\n}\n",
  },
  {
    name: "a semicolon that nobody asked for stays",
    language: "typescript",
    source: "if (a) {\n  const b = 1;\n}\n",
    pattern: "const $N = $V",
    rewrite: "let $N =\n  $V",
    planned: "if (a) {\n  let b =\n    1;\n}\n",
  },
  {
    name: "the line break that ends a Go body is not doubled",
    language: "go",
    source: go,
    pattern: "func load() error { $$$B }",
    rewrite: "func load() error {\n    defer done()\n    $$$B\n}",
    planned: go.replace("    if err", "    defer done()\n    if err"),
  },
]
