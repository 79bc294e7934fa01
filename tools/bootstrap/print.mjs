/** One short line for the person who waits. Standard output belongs to the program. */
export const print = (sentence) => process.stderr.write(`${sentence}\n`)
