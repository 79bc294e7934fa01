// Every domain of the program, in one place. Adding a domain is adding a line here.
import { accounts } from './accounts/domain.ts'
import { billing } from './billing/domain.ts'
import { exchange } from './exchange/domain.ts'
import { media } from './media/domain.ts'
import { members } from './members/domain.ts'
import { notifications } from './notifications/domain.ts'
import { operations } from './operations/domain.ts'
import type { Domain } from './platform/domain.ts'
import { sample } from './sample/domain.ts'
import { search } from './search/domain.ts'
import { sections } from './sections/domain.ts'
import { sharing } from './sharing/domain.ts'
import { speakers } from './speakers/domain.ts'
import { tags } from './tags/domain.ts'
import { transcription } from './transcription/domain.ts'
import { transcripts } from './transcripts/domain.ts'
import { uploads } from './uploads/domain.ts'
import { workspace } from './workspace/domain.ts'

export const domains: readonly Domain[] = [
  accounts,
  workspace,
  sharing,
  members,
  notifications,
  billing,
  uploads,
  media,
  transcription,
  transcripts,
  speakers,
  sections,
  tags,
  exchange,
  search,
  sample,
  operations,
]
