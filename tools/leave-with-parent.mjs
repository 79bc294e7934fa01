// Loaded into the program by its supervisor (`node --import`): when the supervisor was killed, the program stops in good
// order instead of holding port and database for nobody.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
