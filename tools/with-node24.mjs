// Entry point of every script: `node tools/with-node24.mjs [--system=media|tests] file.ts [arguments]`. Runs on any
// Node >= 18 without node_modules. It installs what is missing (Node 24, npm 11, packages, system programs) and then
// runs the script. When nothing is missing, this takes a few milliseconds and prints nothing.
import { spawn } from 'node:child_process'
import { chdir, exit } from 'node:process'
import { ensureNode } from './bootstrap/node.mjs'
import { ensurePackages } from './bootstrap/packages.mjs'
import { root } from './bootstrap/paths.mjs'
import { ensurePrograms } from './bootstrap/programs.mjs'
import { print } from './bootstrap/print.mjs'

const [first = '', ...others] = process.argv.slice(2)
const system = /^--system=(media|tests)$/.exec(first)?.[1]
const command = system ? others : [first, ...others]
const purpose = system === 'tests' && others.includes('--full') ? 'full-tests' : system

chdir(root)
const node = await ensureNode().catch(fail)
// Waits for both, because an interrupted apt-get leaves a broken state.
const [packages, found] = await Promise.allSettled([ensurePackages(node), purpose && ensurePrograms(purpose)])
if (packages.status === 'rejected') fail(packages.reason)
if (found.status === 'rejected') fail(found.reason)
const programs = found.value
if (programs?.missing.length) {
  print(programs.sentence)
  if (system === 'tests') exit(1)
}

const child = spawn(node.node, command, { stdio: 'inherit', env: node.environment })
// The child also receives Ctrl+C and decides when to exit; this process exits after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm's shell exits without forwarding signals, so the parent is checked.
const parent = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref()
child.on('exit', (code, signal) => exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
child.on('error', fail)

function fail(error) {
  print(error.message)
  exit(1)
}
