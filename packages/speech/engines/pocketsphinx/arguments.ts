import type { PocketsphinxInstall } from './install.ts'

// Measured on read English cut at pauses (README): a stronger language model with a wider beam is as fast as the
// default and makes three errors fewer per hundred words. Silence must be kept, otherwise all times after a pause
// shift. The cepstral mean is computed per segment, so a segment always gives the same text, also on a retry.
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

/** Arguments of a decoder that reads names of wav files in `folder` from standard input until it ends. */
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

// The decoder opens its streams by path, which does not work with the sockets that Node gives a child; `cat` turns them
// into pipes.
const pipes = 'cat | { { nice -n 19 "$@" | cat >&3; } 2>&1 | cat >&2; } 3>&1'

/** The same arguments as a shell command for `spawn('sh', …)`. */
export function shellArguments(install: PocketsphinxInstall, folder: string): string[] {
  return ['-c', pipes, 'sh', install.binary, ...decoderArguments(install, folder)]
}
