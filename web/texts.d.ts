// The keys of every domain's texts, so that a key that does not exist does not compile.
import 'i18next'
import type * as accounts from './accounts/texts.ts'
import type * as billing from './billing/texts.ts'
import type * as changeEmail from './accounts/change-email/texts.ts'
import type * as common from './ui/texts.ts'
import type * as editing from './transcripts/editing/texts.ts'
import type * as exchange from './exchange/texts.ts'
import type * as google from './accounts/google/texts.ts'
import type * as guide from './guide/texts.ts'
import type * as magic from './accounts/magic/texts.ts'
import type * as members from './members/texts.ts'
import type * as notifications from './notifications/texts.ts'
import type * as operations from './operations/texts.ts'
import type * as passwords from './accounts/passwords/texts.ts'
import type * as profile from './accounts/profile/texts.ts'
import type * as player from './player/texts.ts'
import type * as tags from './tags/texts.ts'
import type * as sections from './sections/texts.ts'
import type * as sharing from './sharing/texts.ts'
import type * as speakers from './speakers/texts.ts'
import type * as transcripts from './transcripts/texts.ts'
import type * as trash from './workspace/trash/texts.ts'
import type * as twoFactor from './accounts/two-factor/texts.ts'
import type * as uploads from './uploads/texts.ts'
import type * as welcome from './welcome/texts.ts'
import type * as workspace from './workspace/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    interpolationPrefix: '{'
    interpolationSuffix: '}'
    resources: {
      accounts: typeof accounts.ja
      billing: typeof billing.ja
      changeEmail: typeof changeEmail.ja
      common: typeof common.ja
      editing: typeof editing.ja
      exchange: typeof exchange.ja
      google: typeof google.ja
      guide: typeof guide.ja
      magic: typeof magic.ja
      members: typeof members.ja
      notifications: typeof notifications.ja
      operations: typeof operations.ja
      passwords: typeof passwords.ja
      profile: typeof profile.ja
      player: typeof player.ja
      sections: typeof sections.ja
      sharing: typeof sharing.ja
      speakers: typeof speakers.ja
      tags: typeof tags.ja
      transcripts: typeof transcripts.ja
      trash: typeof trash.ja
      twoFactor: typeof twoFactor.ja
      uploads: typeof uploads.ja
      welcome: typeof welcome.ja
      workspace: typeof workspace.ja
    }
  }
}
