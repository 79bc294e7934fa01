/** One short line for the person who waits. Standard output belongs to the program. */
export function print(sentence) {
  return process.stderr.write(`${sentence}\n`)
}
