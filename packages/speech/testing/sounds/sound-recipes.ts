// Sounds that are not speech, and English speech with a known text, as ffmpeg inputs. Nothing is stored: tests and
// benches make them when they need them. All are deterministic.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Kinds of sound in which an engine must find no words. In `babble` people speak, but cannot be understood. */
export type Disturbance = 'music' | 'noise' | 'keyboard' | 'babble'

export const DISTURBANCES: readonly Disturbance[] = ['music', 'noise', 'keyboard', 'babble']

/** ffmpeg arguments before the output: inputs and filters for `seconds` of the sound. */
export function disturbanceInput(kind: Disturbance, seconds: number): string[] {
  return kind === 'babble' ? babble(seconds) : ['-f', 'lavfi', '-i', sourceOf(kind, seconds)]
}

// aevalsrc: mod(t,d) is the time since the last beat, so exp(-k*mod(t,d)) is a struck string or drum.
const MELODY = '220*pow(2\\,mod(floor(t*2)*5\\,12)/12)'
const CHORD_ROOT = '130.8*pow(2\\,mod(floor(t/4)*5\\,12)/12)'
const MUSIC = [
  `0.16*(sin(2*PI*t*${MELODY})+0.5*sin(4*PI*t*${MELODY})+0.25*sin(6*PI*t*${MELODY}))*exp(-3*mod(t\\,0.5))`,
  `0.06*(sin(2*PI*t*${CHORD_ROOT})+sin(2*PI*t*${CHORD_ROOT}*1.26)+sin(2*PI*t*${CHORD_ROOT}*1.498))*(1+0.2*sin(2*PI*5*t))`,
  `0.3*sin(2*PI*55*t)*exp(-8*mod(t\\,1))`,
  `0.15*(random(0)-0.5)*exp(-40*mod(t\\,0.5))`,
].join('+')
// A key: a click of noise and the ring of the case, at uneven intervals.
const SINCE_KEY = 'mod(t+0.04*sin(7*t)+0.03*sin(3.1*t)\\,0.19)'
const KEYBOARD = `0.5*(random(0)-0.5)*exp(-180*${SINCE_KEY})+0.2*sin(2*PI*1700*t)*exp(-250*${SINCE_KEY})+0.1*sin(2*PI*320*t)*exp(-90*${SINCE_KEY})+0.002*(random(1)-0.5)`

function sourceOf(kind: 'music' | 'noise' | 'keyboard', seconds: number): string {
  switch (kind) {
    case 'music':
      return `aevalsrc='${MUSIC}':s=16000:d=${seconds}`
    case 'noise':
      // A street: pink noise whose loudness rises and falls.
      return `anoisesrc=color=pink:sample_rate=16000:amplitude=0.4:seed=7:duration=${seconds},tremolo=f=0.3:d=0.7`
    case 'keyboard':
      return `aevalsrc='${KEYBOARD}':s=16000:d=${seconds}`
  }
}

const VOICES = ['slt', 'rms', 'awb', 'kal'] as const
export type SpokenVoice = (typeof VOICES)[number]

/** Eight people at a distance, each with another text, who start at different times and do not stop. */
function babble(seconds: number): string[] {
  const texts = CLEAN_SPEECH.map(({ text }) => text)
  const people = Array.from({ length: 8 }, (_, n) => {
    const text = [...texts.slice(n % texts.length), ...texts.slice(0, n % texts.length)].join(' ')
    return `flite=text='${text}':voice=${VOICES[n % VOICES.length]},aresample=16000,asetrate=${16_000 + 300 * (n - 4)},aresample=16000,aloop=loop=-1:size=2e7,adelay=${n * 370}`
  })
  const names = people.map((_, n) => `[p${n}]`)
  const graph = `${people.map((person, n) => `${person}${names[n]}`).join(';')};${names.join('')}amix=inputs=${people.length}:normalize=0,volume=0.12,atrim=duration=${seconds}`
  return ['-f', 'lavfi', '-i', graph]
}

/** Sentences with their voices: clean read speech with a known text. */
export const CLEAN_SPEECH: readonly { text: string; voice: SpokenVoice }[] = [
  { voice: 'slt', text: 'We will meet on Monday morning in the large room on the second floor.' },
  { voice: 'rms', text: 'The new printer was delivered to the office last week and it works well.' },
  { voice: 'slt', text: 'Please send the report to every member of the team before the end of the day.' },
  { voice: 'rms', text: 'Our customers in the north asked for a better price and a longer contract.' },
  { voice: 'slt', text: 'The train to the city leaves at nine and arrives a little before noon.' },
  { voice: 'rms', text: 'I would like to thank you all for your time and for your good questions.' },
  { voice: 'slt', text: 'The price of oil has fallen and many people now drive more than before.' },
  { voice: 'rms', text: 'She opened the window and looked at the river and the old bridge behind it.' },
]

/** ffmpeg arguments before the output: the sentences one after another, with a pause of a second between them. */
export function speechInput(sentences: readonly { text: string; voice: SpokenVoice }[]): string[] {
  const parts = sentences.map(
    ({ text, voice }, n) => `flite=text='${text}':voice=${voice},aresample=16000,apad=pad_dur=1[s${n}]`,
  )
  const names = sentences.map((_, n) => `[s${n}]`).join('')
  return ['-f', 'lavfi', '-i', `${parts.join(';')};${names}concat=n=${sentences.length}:v=0:a=1`]
}

/** Eight people: a voice, and the factor by which its pitch and resonances are moved. */
const PEOPLE: readonly { voice: SpokenVoice; rate: number }[] = [
  { voice: 'slt', rate: 1 },
  { voice: 'rms', rate: 1 },
  { voice: 'awb', rate: 1 },
  { voice: 'kal', rate: 1 },
  { voice: 'slt', rate: 1.15 },
  { voice: 'rms', rate: 0.87 },
  { voice: 'awb', rate: 1.17 },
  { voice: 'kal', rate: 0.85 },
]

/**
 * ffmpeg arguments before the output: a conversation. `people` are the speakers of its turns, numbers below 8; each says
 * the next sentence of `CLEAN_SPEECH`, followed by a pause of 0.4 s.
 */
export function conversationInput(people: readonly number[]): string[] {
  const parts = people.map((person, n) => {
    const { voice, rate } = PEOPLE[person]!
    const { text } = CLEAN_SPEECH[n % CLEAN_SPEECH.length]!
    return `flite=text='${text}':voice=${voice},aresample=16000,asetrate=${16_000 * rate},aresample=16000,apad=pad_dur=0.4[s${n}]`
  })
  const names = parts.map((_, n) => `[s${n}]`).join('')
  return ['-f', 'lavfi', '-i', `${parts.join(';')};${names}concat=n=${parts.length}:v=0:a=1`]
}

/** Makes the sound as samples of 16 kHz, mono. `filter` is applied to it. */
export async function makeSound(input: readonly string[], filter?: string): Promise<Int16Array<ArrayBuffer>> {
  const output = ['-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1']
  const { stdout } = await run(
    'ffmpeg',
    ['-nostdin', '-v', 'error', ...input, ...(filter ? ['-af', filter] : []), ...output],
    { encoding: 'buffer', maxBuffer: 2 ** 28 },
  )
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength))
}
