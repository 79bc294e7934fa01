// Loaded into the program by its supervisor (`node --import`): when the supervisor is killed, the program shuts down
// instead of keeping the port and the database.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
