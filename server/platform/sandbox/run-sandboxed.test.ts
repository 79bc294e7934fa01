import { spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { probeRun } from '@kaiwa/media-tools/run-probe.ts'
import type { ToolRun } from '@kaiwa/media-tools/tool-run.ts'
import { execa } from 'execa'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { blackPng } from '../../media/corpus/png.ts'
import { runSandboxed } from './run-sandboxed.ts'
import { testFolder } from './test-folder.ts'

const speech = fileURLToPath(new URL('../../../media/en-jfk.wav', import.meta.url))
// macOS has no util-linux; on Linux its absence is an error.
const macos = process.platform === 'darwin'
const limits = { timeoutSeconds: 20, cpuSeconds: 20, memoryBytes: 400_000_000, fileSizeBytes: 50_000_000 }

/** A run that takes an hour, in real time or as fast as possible, with `mark` in its command line. */
function endless(mark: string, speed: 're' | 'fast'): ToolRun {
  return {
    program: 'ffmpeg',
    args: [
      [
        '-nostdin',
        '-v',
        'error',
        '-progress',
        'pipe:3',
        '-nostats',
        '-stats_period',
        '0.1',
        ...(speed === 're' ? ['-re'] : []),
      ],
      ['-stream_loop', '-1', '-i', speech, '-metadata', `title=${mark}`, '-f', 's16le', 'pipe:1'],
    ].flat(),
    folders: [],
    pcm: { sampleRate: 16_000, channels: 1 },
    progress: true,
  }
}

/**
 * Number of processes with the mark in their command line; with a name, only those that already execute that program.
 */
async function alive(mark: string, program = '') {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const lines = pids.length
    ? await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
    : (await execa('ps', ['-A', '-o', 'args='])).stdout.split('\n')
  const named = lines.filter((line) => line.split(/[\0 ]/)[0]?.endsWith(program))
  return named.filter((line) => line.includes(`title=${mark}`)).length
}

describe('all processes of a run are stopped', () => {
  it('on abort, and the call throws the abort reason', async () => {
    await using folder = await testFolder()
    const controller = new AbortController()
    const reason = new Error('the file was canceled')
    let seen = 0
    const running = runSandboxed(endless('abort', 're'), {
      ...limits,
      cwd: folder.path,
      signal: controller.signal,
      onStdout: async () => {
        seen ||= await alive('abort')
        controller.abort(reason)
      },
    })
    await expect(running).rejects.toBe(reason)
    expect(seen).toBe(1)
    expect(await alive('abort')).toBe(0)
  })

  it('on timeout', async () => {
    await using folder = await testFolder()
    const running = runSandboxed(endless('clock', 're'), { ...limits, cwd: folder.path, timeoutSeconds: 0.5 })
    await expect(running).rejects.toMatchObject({ kind: 'timeout' })
    expect(await alive('clock')).toBe(0)
  })

  it('when the reader throws', async () => {
    await using folder = await testFolder()
    const running = runSandboxed(endless('listener', 're'), {
      ...limits,
      cwd: folder.path,
      onStdout: () => Promise.reject(new Error('the disk is full')),
    })
    await expect(running).rejects.toThrow('the disk is full')
    expect(await alive('listener')).toBe(0)
  })

  it.skipIf(macos)('when this process is killed with SIGKILL', async () => {
    await using folder = await testFolder()
    const program = join(folder.path, 'parent.ts')
    const mark = `orphan of ${process.pid}`
    const run = { ...endless(mark, 're'), pcm: null, progress: false }
    run.args = run.args.map((argument) => (argument.startsWith('pipe:') ? '/dev/null' : argument))
    await writeFile(
      program,
      `import { runSandboxed } from ${JSON.stringify(import.meta.resolve('./run-sandboxed.ts'))}
       await runSandboxed(${JSON.stringify({ ...run, args: ['-y', ...run.args] })}, ${JSON.stringify({ ...limits, cwd: folder.path })})`,
    )
    const parent = spawn(process.execPath, [program], { stdio: 'ignore' })
    onTestFinished(() => void parent.kill('SIGKILL'))
    // The program is protected only after nice, setpriv and prlimit have started it, so wait for that.
    await vi.waitUntil(() => alive(mark, '/ffmpeg'), { timeout: 30_000 })
    parent.kill('SIGKILL')
    await vi.waitUntil(async () => (await alive(mark)) === 0, { timeout: 20_000 })
  })
})

describe.skipIf(macos)('a run is limited', () => {
  it('in CPU time', async () => {
    await using folder = await testFolder()
    const running = runSandboxed(endless('cpu', 'fast'), {
      ...limits,
      cwd: folder.path,
      cpuSeconds: 1,
      onStdout: () => {},
    })
    await expect(running).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('in memory', async () => {
    await using folder = await testFolder()
    await writeFile(join(folder.path, 'large.png'), blackPng(8000))
    const run: ToolRun = {
      program: 'ffmpeg',
      args: ['-nostdin', '-v', 'error', '-i', 'large.png', '-f', 'null', '-'],
      folders: [],
      pcm: null,
      progress: false,
    }
    const options = { ...limits, cwd: folder.path }
    await expect(runSandboxed(run, { ...options, memoryBytes: 150_000_000 })).rejects.toMatchObject({ kind: 'memory' })
    await expect(runSandboxed(run, options)).resolves.toMatchObject({ stderr: '' })
  })

  it('in file size', async () => {
    await using folder = await testFolder()
    const run: ToolRun = {
      program: 'ffmpeg',
      args: ['-nostdin', '-v', 'error', '-i', speech, 'out.wav'],
      folders: [],
      pcm: null,
      progress: false,
    }
    const options = { ...limits, cwd: folder.path, fileSizeBytes: 10_000 }
    await expect(runSandboxed(run, options)).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('to the lowest priority', async () => {
    await using folder = await testFolder()
    const niceness: string[] = []
    const controller = new AbortController()
    const running = runSandboxed(endless('nice', 're'), {
      ...limits,
      cwd: folder.path,
      signal: controller.signal,
      onStdout: async () => {
        for (const pid of await readdir('/proc')) {
          const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
          if (line.includes('title=nice')) niceness.push((await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[18]!)
        }
        controller.abort()
      },
    })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(niceness[0]).toBe('19')
  })
})

describe('a run has access only to its own file', () => {
  it.skipIf(macos)('has only a UTF-8 locale as environment', async () => {
    await using folder = await testFolder()
    const controller = new AbortController()
    let environment = ''
    const running = runSandboxed(endless('locale', 're'), {
      ...limits,
      cwd: folder.path,
      signal: controller.signal,
      onStdout: async () => {
        for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
          const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
          if (/^[^\0]*ffmpeg\0.*title=locale/.test(line)) environment ||= await readFile(`/proc/${pid}/environ`, 'utf8')
        }
        controller.abort()
      },
    })
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(environment).toBe('LC_ALL=C.UTF-8\0')
  })

  it('inherits no environment', async () => {
    await using folder = await testFolder()
    vi.stubEnv('FFREPORT', 'file=leak.log')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { stdout } = await runSandboxed(probeRun(speech), { ...limits, cwd: folder.path })
    expect(stdout).toContain('pcm_s16le')
    expect(await readdir(folder.path)).toEqual([])
  })

  it.each([
    ['an ffconcat script', "ffconcat version 1.0\nfile 'speech.wav'\n"],
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:20\n#EXTINF:11,\nspeech.ts\n#EXT-X-ENDLIST\n'],
  ])('R8 cannot read files named by %s', async (_, script) => {
    await using folder = await testFolder()
    await copyFile(speech, join(folder.path, 'speech.wav'))
    await execa('ffmpeg', ['-v', 'error', '-i', speech, '-c:a', 'mp2', join(folder.path, 'speech.ts')])
    await writeFile(join(folder.path, 'call.mp4'), script)
    const run = probeRun(join(folder.path, 'call.mp4'))
    await expect(runSandboxed(run, { ...limits, cwd: folder.path })).rejects.toMatchObject({ kind: 'refused' })

    // Without the format allowlist ffprobe accepts the script as a recording, which shows that the allowlist is needed.
    const unguarded = { ...run, args: run.args.toSpliced(run.args.indexOf('-format_whitelist'), 2) }
    expect((await runSandboxed(unguarded, { ...limits, cwd: folder.path })).stdout).toMatch(/pcm_s16le|mp2/)
  })
})

it('throws the error of the reader, however much is left in the pipe', async () => {
  await using folder = await testFolder()
  const running = runSandboxed(endless('full', 'fast'), {
    ...limits,
    cwd: folder.path,
    onStdout: async () => {
      await wait(300)
      throw new Error('the database is away')
    },
  })
  await expect(running).rejects.toThrow('the database is away')
})

it('names the missing program', async () => {
  await using folder = await testFolder()
  await mkdir(join(folder.path, 'ffprobe'))
  vi.stubEnv('PATH', folder.path)
  onTestFinished(() => void vi.unstubAllEnvs())
  const running = runSandboxed(probeRun(speech), { ...limits, cwd: folder.path })
  await expect(running).rejects.toMatchObject({ kind: 'missing-program', message: 'ffprobe: missing-program' })
})

it('waits for the reader, and reports progress', async () => {
  await using folder = await testFolder()
  const progress: number[] = []
  const controller = new AbortController()
  let bytes = 0
  const running = runSandboxed(endless('slow', 'fast'), {
    ...limits,
    cwd: folder.path,
    signal: controller.signal,
    onProgress: (seconds) => progress.push(seconds),
    onStdout: async (piece) => {
      bytes += piece.length
      await wait(50)
      if (bytes > 300_000) controller.abort()
    },
  })
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  // Without back-pressure the program would be hours ahead by now: it can only run ahead as far as the pipes buffer.
  expect(Math.max(0, ...progress)).toBeLessThan(120)
})

describe('input of a program', () => {
  /** Reads WAV from standard input, in real time or as fast as possible. */
  function reader(speed: 're' | 'fast'): ToolRun {
    const args = [
      '-v',
      'error',
      ...(speed === 're' ? ['-re'] : []),
      '-f',
      'wav',
      '-i',
      'pipe:0',
      '-f',
      's16le',
      'pipe:1',
    ]
    return { program: 'ffmpeg', args, folders: [], pcm: { sampleRate: 16_000, channels: 1 }, progress: false }
  }

  async function* pieces(count: number, waitMs = 0) {
    const bytes = await readFile(speech)
    for (let piece = 0; piece < count; piece += 1) {
      await wait(waitMs)
      yield bytes.subarray((bytes.length * piece) / count, (bytes.length * (piece + 1)) / count)
    }
  }

  it('may come later than the time limit, and all of it is read', async () => {
    await using folder = await testFolder()
    let bytes = 0
    const onStdout = (piece: Uint8Array) => void (bytes += piece.length)
    const options = { ...limits, timeoutSeconds: 1, cwd: folder.path, onStdout }
    await runSandboxed(reader('fast'), { ...options, input: pieces(3, 1_200) })
    const file = await readFile(speech)
    expect(bytes).toBe(file.length - file.indexOf('data') - 8)
  })

  it('that is not taken in time ends the run', async () => {
    await using folder = await testFolder()
    const input = pieces(1)
    const options = { ...limits, timeoutSeconds: 0.5, cwd: folder.path, onStdout: () => undefined }
    await expect(runSandboxed(reader('re'), { ...options, input })).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('is no longer taken by a program that has ended', async () => {
    await using folder = await testFolder()
    const input = (async function* () {
      for (let piece = 0; piece < 50; piece += 1) yield new Uint8Array(100_000)
    })()
    const options = { ...limits, cwd: folder.path, onStdout: () => undefined }
    await expect(runSandboxed(reader('fast'), { ...options, input })).rejects.toMatchObject({ kind: 'refused' })
  })

  it('that fails ends the run with its error', async () => {
    await using folder = await testFolder()
    const input = (async function* () {
      yield* pieces(1)
      throw new Error('no more bytes')
    })()
    const options = { ...limits, cwd: folder.path, onStdout: () => undefined }
    await expect(runSandboxed(reader('fast'), { ...options, input })).rejects.toThrow('no more bytes')
  })
})
