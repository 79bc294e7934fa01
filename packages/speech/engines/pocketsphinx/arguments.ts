import type { PocketsphinxInstall } from './install.ts'

// Measured on read English cut at pauses (README): a stronger language model with a wider beam takes no longer than the default
// and mishears three words of a hundred fewer. Silence must stay in, or all times after a pause move forward. Means are taken over
// each segment alone, so that a segment decodes to the same text whatever was decoded before it (a retry gives the same words).
const decoding = {
  '-adcin': 'yes',
  '-adchdr': '44',
  '-cepext': '.wav',
  '-cmn': 'batch',
  '-remove_silence': 'no',
  '-lw': '8',
  '-beam': '1e-60',
  '-logfn': '/dev/null',
}

/** Arguments of a decoder that reads names of wav files in `folder` from its input until that ends. */
export function decoderArguments(install: PocketsphinxInstall, folder: string): string[] {
  return Object.entries({
    ...decoding,
    '-hmm': install.model,
    '-lm': install.languageModel,
    '-dict': install.dictionary,
    '-cepdir': folder,
    '-ctl': '/dev/stdin',
    '-ctm': '/dev/stdout',
    '-hypseg': '/dev/stderr',
  }).flat()
}

// The decoder opens its streams by name, which sockets (what Node gives a child) do not allow: `cat` turns them into pipes.
const pipes = 'cat | { { nice -n 19 "$@" | cat >&3; } 2>&1 | cat >&2; } 3>&1'

/** The same as a shell command line for `spawn('sh', …)`. */
export const shellArguments = (install: PocketsphinxInstall, folder: string): string[] => [
  '-c',
  pipes,
  'sh',
  install.binary,
  ...decoderArguments(install, folder),
]
