// Texts of parameters and fields by name. `tags.text` is the field `text` of an object or list called `tags` and goes before
// `text`; `projects/{id}` is the parameter `id` behind that part of a path.

import { adminFields, adminParameters } from './admin-texts.ts'
import { installation, people, plan, session } from './account-fields.ts'
import { applicationFields } from './application-texts.ts'
import { chats } from './chat-fields.ts'
import { crm } from './crm-texts.ts'
import { exchange, files, items } from './file-fields.ts'
import { paymentFields } from './payment-texts.ts'
import { reportFields } from './report-texts.ts'
import { parameters, request } from './request-fields.ts'
import { summaries } from './summary-texts.ts'
import { talkFields } from './talk-texts.ts'
import { comments, failure, speakersAndTags, transcripts } from './transcript-fields.ts'

const common = {
  id: 'Id.',
  name: 'Name.',
  title: 'Title.',
  email: 'Mail address.',
  description: 'Description.',
  avatar: 'Address of the picture; null where initials are shown.',
  token: 'Token of the link, or of the session that was just opened; null where a cookie carries it.',
  success: 'Always true.',
  data: 'Rows.',
  current_page: 'Number of this page, from 1.',
  last_page: 'Number of the last page.',
  can: 'What the reader may do with it.',
  count: 'How many.',
  has_waveform: 'Whether `waveform.json` below the base address of the media exists.',
  url: 'Base address of the media, with a grant that ends with the access of the reader.',
  now: 'Time of the server as ISO 8601; `lock.until` counts from it.',
  user: 'Person.',
  user_id: 'Id of the person.',
  password: 'Password.',
  attempt: 'Attempt to sign in, for clients that keep no cookies.',
  is_new: 'Nobody of this name is a speaker of the folder yet.',
}

export const fieldTexts: Readonly<Record<string, string>> = {
  ...common,
  ...session,
  ...plan,
  ...items,
  ...files,
  ...transcripts,
  ...speakersAndTags,
  ...comments,
  ...reportFields,
  ...talkFields,
  ...chats,
  ...summaries,
  ...crm,
  ...exchange,
  ...people,
  ...adminFields,
  ...paymentFields,
  ...installation,
  ...applicationFields,
  ...request,
  ...parameters,
  ...adminParameters,
  ...failure,
}
