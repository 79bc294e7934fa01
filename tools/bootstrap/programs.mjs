import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPath } from './on-path.mjs'
import { toolsFolder } from './paths.mjs'
import { run, tail } from './run.mjs'
import { print } from './print.mjs'

// The programs that come from the system's package manager. `npm start` lives without them, with those features off;
// `npm test` needs all of them.
const all = [
  {
    name: 'ffmpeg',
    isThere: () => onPath('ffmpeg') && onPath('ffprobe'),
    apt: ['ffmpeg'],
    brew: ['ffmpeg'],
  },
  {
    name: 'pocketsphinx',
    isThere: () =>
      onPath('pocketsphinx_batch') &&
      ['/usr', '/usr/local', '/opt/homebrew'].some((prefix) => existsSync(`${prefix}/share/pocketsphinx/model/en-us`)),
    apt: ['pocketsphinx', 'pocketsphinx-en-us'],
    brew: ['cmu-pocketsphinx'],
    isOptional: true,
  },
  {
    // The headless shell takes a fifth less time for the journeys than the whole browser, and needs fewer packages.
    name: 'Chromium',
    isThere: () =>
      ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].some(
        onPath,
      ) || ['Chromium', 'Google Chrome'].some((name) => existsSync(`/Applications/${name}.app`)),
    apt: ['chromium-headless-shell'],
    brew: ['--cask', 'chromium'],
    tests: true,
  },
  {
    // The headless shell cannot install the web app. Only `npm run test:full` does that.
    name: 'Chromium with windows',
    isThere: () =>
      ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].some(onPath) ||
      ['Chromium', 'Google Chrome'].some((name) => existsSync(`/Applications/${name}.app`)),
    apt: ['chromium'],
    brew: ['--cask', 'chromium'],
    fullTests: true,
  },
  {
    // Recording is tested in a second browser. Only `npm run test:full` needs it: CI has no time for it.
    name: 'Firefox',
    isThere: () => ['firefox-esr', 'firefox'].some(onPath) || existsSync('/Applications/Firefox.app'),
    apt: ['firefox-esr'],
    brew: ['--cask', 'firefox'],
    fullTests: true,
  },
  {
    // Firefox samples no sound without a device that plays it: the tests give it one that plays nothing.
    name: 'PulseAudio',
    isThere: () => process.platform === 'darwin' || onPath('pulseaudio'),
    apt: ['pulseaudio'],
    brew: [],
    fullTests: true,
  },
  {
    name: 'fonts for Japanese',
    isThere: () =>
      process.platform === 'darwin' ||
      ['opentype/noto', 'truetype/noto', 'noto-cjk', 'google-noto-cjk'].some((folder) =>
        ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-VF.ttc', 'NotoSansCJKjp-Regular.otf'].some((file) =>
          existsSync(`/usr/share/fonts/${folder}/${file}`),
        ),
      ),
    apt: ['fonts-noto-cjk'],
    brew: [],
    tests: true,
  },
]

/**
 * Installs what is missing where we may. `purpose`: `media`, `tests` or `full-tests`. Answers what is still missing, and a sentence with the one
 * command to type.
 */
export async function ensurePrograms(purpose) {
  const isForTests = purpose !== 'media'
  const needed = all.filter(
    ({ tests, fullTests }) => (isForTests || !tests) && (purpose === 'full-tests' || !fullTests),
  )
  const missing = () => needed.filter(({ isThere }) => !isThere())
  const wanted = missing().filter(({ isOptional }) => isForTests || !isOptional || !wasTried())
  if (wanted.length > 0) await install(wanted)
  const still = missing()
  return { missing: still, sentence: still.length > 0 ? sentenceFor(still) : '' }
}

async function install(programs) {
  const manager = await packageManager()
  if (!manager) return
  print(`Installing ${programs.map(({ name }) => name).join(', ')} …`)
  const { code, output } = await manager(programs)
  // A wish that this system's archive does not know must not cost an attempt at every start.
  mkdirSync(toolsFolder, { recursive: true })
  writeFileSync(triedStamp, '')
  if (code !== 0) print(`That did not work:\n${tail(output, 5)}`)
}

const triedStamp = join(toolsFolder, 'programs-tried')

function wasTried() {
  return existsSync(triedStamp)
}

async function packageManager() {
  if (process.platform === 'darwin') return onPath('brew') ? brew : null
  if (!onPath('apt-get')) return null
  if (process.getuid() === 0) return (programs) => apt([], programs)
  if (!onPath('sudo')) return null
  if ((await run('sudo', ['-n', 'true'])).code === 0) return (programs) => apt(['sudo', '-n'], programs)
  // Only a person at a terminal who is in a group of sudo is asked for a password.
  const groups = (await run('id', ['-Gn'])).output.split(/\s+/)
  const mayAsk = process.stdin.isTTY && ['sudo', 'wheel', 'admin'].some((group) => groups.includes(group))
  return mayAsk ? (programs) => apt(['sudo'], programs) : null
}

async function apt(prefix, programs) {
  const packages = programs.flatMap((program) => program.apt)
  const call = (...args) => {
    const whole = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...args,
    ]
    return run(whole[0], whole.slice(1), { stdin: prefix.length === 1 ? 'inherit' : 'ignore' })
  }
  const install = () => call('install', '-y', '--no-install-recommends', ...packages)
  const first = await install()
  if (first.code === 0) return first
  // Fresh containers have no package lists, old machines have stale ones.
  const update = await call('update')
  return update.code === 0 ? install() : update
}

async function brew(programs) {
  for (const { brew: args } of programs) {
    if (args.length === 0) continue
    const result = await run('brew', ['install', '--quiet', ...args])
    if (result.code !== 0) return result
  }
  return { code: 0, output: '' }
}

function sentenceFor(programs) {
  const names = programs.map(({ name }) => name).join(', ')
  return `Not installed: ${names}. ${consequence(programs)}Type this, then start again:\n\n  ${commandFor(programs)}\n`
}

function consequence(programs) {
  return programs.some(({ name }) => name === 'ffmpeg') ? 'Recordings cannot be processed without ffmpeg. ' : ''
}

/** The one command that installs them. */
export function commandFor(programs) {
  if (process.platform === 'darwin') {
    const calls = programs.map(({ brew: args }) => args.join(' ')).filter(Boolean)
    return calls.map((args) => `brew install ${args}`).join(' && ')
  }
  const packages = programs.flatMap((program) => program.apt).join(' ')
  if (!onPath('apt-get')) return `install with your system's package manager: ${packages}`
  const sudo = process.getuid() === 0 ? '' : 'sudo '
  return `${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends ${packages}`
}
