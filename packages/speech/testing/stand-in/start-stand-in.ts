// A speech server for local trials: `node packages/speech/testing/stand-in/start-stand-in.ts media/ja-sales-call.json
// media/ja-sales-call.m4a 9000`, then start Kaiwa with the KAIWA_SPEECH_URL that it prints. Needs ffmpeg for formats
// other than wav.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { openLanguage } from '@kaiwa/language/open-language.ts'
import { openReference } from '../../engines/reference/engine.ts'
import type { Utterance } from '../../engines/reference/spread-words.ts'
import { startOpenaiStandIn } from './openai-server.ts'

const [transcript, recording, port = '9000', language = 'ja'] = process.argv.slice(2)
if (!transcript || !recording || (language !== 'ja' && language !== 'en'))
  throw new Error('usage: start-stand-in.ts <transcript.json> <recording> [port] [ja|en]')
const { utterances } = JSON.parse(readFileSync(transcript, 'utf8')) as { utterances: Utterance[] }
const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', recording, '-f', 's16le', '-ac', '1', '-ar', '16000', '-'], {
  maxBuffer: 2 ** 30,
})
const audio = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length))
const { tokenise } = await openLanguage(language)
const standIn = await startOpenaiStandIn(openReference({ language, utterances, audio, tokenise }), {
  port: Number(port),
})
process.stdout.write(`KAIWA_SPEECH_URL=${standIn.url}\n`)
