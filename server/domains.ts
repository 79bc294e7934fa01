// All domains of the program, in the order of layers.ts. A new domain is added to both lists.
import { accounts } from './accounts/domain.ts'
import { analysis } from './analysis/domain.ts'
import { applications } from './applications/domain.ts'
import { assistant } from './assistant/domain.ts'
import { billing } from './billing/domain.ts'
import { comments } from './comments/domain.ts'
import { console } from './console/domain.ts'
import { crm } from './crm/domain.ts'
import { exchange } from './exchange/domain.ts'
import { files } from './files/domain.ts'
import { media } from './media/domain.ts'
import { membership } from './membership/domain.ts'
import { notifications } from './notifications/domain.ts'
import type { Domain } from './platform/domain.ts'
import { payment } from './payment/domain.ts'
import { processing } from './processing/domain.ts'
import { reports } from './reports/domain.ts'
import { sample } from './sample/domain.ts'
import { search } from './search/domain.ts'
import { sections } from './sections/domain.ts'
import { speakers } from './speakers/domain.ts'
import { summary } from './summary/domain.ts'
import { tags } from './tags/domain.ts'
import { transcripts } from './transcripts/domain.ts'
import { trash } from './trash/domain.ts'
import { tree } from './tree/domain.ts'
import { uploads } from './uploads/domain.ts'
import './wiring.ts'

export const domains: readonly Domain[] = [
  billing,
  accounts,
  tree,
  files,
  trash,
  membership,
  media,
  transcripts,
  processing,
  uploads,
  speakers,
  tags,
  sections,
  comments,
  analysis,
  search,
  reports,
  assistant,
  summary,
  crm,
  exchange,
  sample,
  notifications,
  applications,
  payment,
  console,
]
