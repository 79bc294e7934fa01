import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'
import type { Word } from '../../engine.ts'
import { SpeechFailure } from '../../speech-failure.ts'
import type { PoolWorker } from '../../processes/worker-pool.ts'
import { stopGroup } from '../../processes/stop-group.ts'
import { shellArguments } from './arguments.ts'
import type { PocketsphinxInstall } from './install.ts'
import { readPosterior, readSegmentation } from './read-output.ts'

interface Pending {
  id: string
  words: Word[] | undefined
  late: NodeJS.Timeout | undefined
  confidence: Map<number, number>
  resolve: (words: Word[]) => void
  reject: (failure: SpeechFailure) => void
}

// One decoder process is reused for all segments, because loading the model takes half a second. The process reads file
// names from standard input and prints a line of words with times for each, followed by one line per word with its
// posterior.

/**
 * A pool worker with one decoder process: wav in, words out. When the process dies, the call fails and the next call starts a
 * new one.
 */
export function openDecoder(
  install: PocketsphinxInstall,
  openFolder: () => Promise<string>,
): PoolWorker<Uint8Array, Word[]> {
  let folder: string | undefined
  let child: ChildProcessWithoutNullStreams | undefined
  let pending: Pending | undefined
  let count = 0

  const start = (inFolder: string) => {
    const started = spawn('sh', shellArguments(install, inFolder), {
      detached: true,
      env: utf8Environment({ PATH: '/usr/bin:/bin' }),
    })
    createInterface(started.stderr).on('line', (line) => {
      const answer = readSegmentation(line)
      if (!pending || answer?.id !== pending.id) return
      pending.words = answer.words
      settleWhenComplete()
      // Posteriors usually follow without delay, later on a busy machine. After this timeout, words without one get
      // confidence 0.
      if (pending) pending.late = setTimeout(settle, 5_000)
    })
    createInterface(started.stdout).on('line', (line) => {
      const answer = readPosterior(line)
      if (!pending || answer?.id !== pending.id) return
      pending.confidence.set(frame(answer.start), answer.confidence)
      settleWhenComplete()
    })
    // The `close` event reports a dead child; a write may fail shortly before it.
    started.stdin.on('error', () => {})
    const ended = (cause?: Error) => {
      if (child !== started) return
      child = undefined
      pending?.reject(new SpeechFailure('engine-crashed', 'the decoder ended unexpectedly', { cause }))
    }
    started.on('error', ended)
    started.on('close', () => ended())
    return started
  }

  const settleWhenComplete = () => {
    const confidence = pending?.confidence
    // Two words may start in the same frame.
    if (confidence && pending?.words?.every(({ start }) => confidence.has(frame(start)))) settle()
  }

  const settle = () => {
    if (!pending?.words) return
    const { confidence } = pending
    pending.resolve(pending.words.map((word) => ({ ...word, confidence: confidence.get(frame(word.start)) ?? 0 })))
  }

  const stop = async () => {
    const running = child
    child = undefined
    if (running) await stopGroup(running)
  }

  return {
    async run(wav, signal) {
      folder ??= await openFolder()
      const inFolder = folder
      const id = `s${++count}`
      const file = join(inFolder, `${id}.wav`)
      // A cleanup job may have removed the folder while the machine was suspended.
      await mkdir(inFolder, { recursive: true })
      await writeFile(file, wav)
      const giveUp = () => {
        pending?.reject(new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason }))
        void stop()
      }
      try {
        return await new Promise<Word[]>((resolve, reject) => {
          pending = { id, words: undefined, late: undefined, confidence: new Map(), resolve, reject }
          if (signal.aborted) return giveUp()
          signal.addEventListener('abort', giveUp, { once: true })
          child ??= start(inFolder)
          child.stdin.write(`${id}\n`)
        })
      } finally {
        clearTimeout(pending?.late)
        pending = undefined
        signal.removeEventListener('abort', giveUp)
        await rm(file, { force: true })
      }
    },
    async close() {
      pending?.reject(new SpeechFailure('engine-closed', 'the engine is closed'))
      await stop()
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

function frame(seconds: number) {
  return Math.round(seconds * 100)
}
