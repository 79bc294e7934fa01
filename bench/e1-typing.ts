// E1: a keystroke in a transcript of 60,000 words against one in an empty document, Japanese and English. The peer
// designs (paragraphs in one editable element, an element per word) are measured in the same run.

import { loadNow } from './run-options.ts'
import { compareTyping, openTyping } from './typing.ts'

const typing = await openTyping()
try {
  for (const language of ['ja', 'en'] as const)
    await compareTyping(typing, { id: 'E1', words: 60_000, language, goals: { p50: 1.2, p95: 1.5 }, note: loadNow() })
} finally {
  await typing.close()
}
