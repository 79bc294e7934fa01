import { spawn } from 'node:child_process'

/** Runs a program to its end; answers its exit code and what it wrote. `show` lets it write to the terminal's error stream. */
export function run(program, args, { env = process.env, cwd, show = false, stdin = 'ignore' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd, stdio: [stdin, show ? 2 : 'pipe', show ? 2 : 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data))
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The last lines of a long output. */
export function tail(output, lines = 15) {
  return output.trimEnd().split('\n').slice(-lines).join('\n')
}

/** The first lines: npm and apt print there what went wrong. */
export function head(output, lines = 15) {
  return output.trim().split('\n').slice(0, lines).join('\n')
}
