// E2: a keystroke in a transcript of 240,000 words against one in an empty document, Japanese and English. The peer
// designs are measured in the same run.

import { loadNow } from './run-options.ts'
import { compareTyping, openTyping } from './typing.ts'

const typing = await openTyping()
try {
  for (const language of ['ja', 'en'] as const)
    await compareTyping(typing, { id: 'E2', words: 240_000, language, goals: { p95: 3 }, note: loadNow() })
} finally {
  await typing.close()
}
