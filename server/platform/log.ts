// Writes one JSON object per line to standard error; standard output is for the person who runs `npm start`.
import pino, { type Logger } from 'pino'

/** Keys that are redacted from the log, up to two levels deep. */
const secrets = [
  'password',
  'new_password',
  'current_password',
  'password_confirmation',
  'token',
  'secret',
  'authorization',
]
const headers = ['authorization', 'cookie', 'set-cookie', 'authorizationsignature']

export function openLog(level: string, stream?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          ...secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          ...headers.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
        ],
        censor: '…',
      },
    },
    stream ?? pino.destination({ fd: 2, sync: false }),
  )
}
