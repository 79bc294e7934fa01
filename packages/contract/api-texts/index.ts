// Texts of the OpenAPI document. Only the server imports this folder, and only when the document is requested: no
// browser loads it (`api-texts-stay-on-the-server` in .dependency-cruiser.cjs).
import {
  adminConsoleTexts,
  adminInvoiceTexts,
  adminRequestTexts,
  adminSubscriptionTexts,
  adminUserTexts,
} from './admin-texts.ts'
import { applicationTexts } from './application-texts.ts'
import { chatMessageTexts, chatTexts } from './chat-texts.ts'
import { commentTexts } from './comment-texts.ts'
import { crmDealTexts, crmTexts } from './crm-texts.ts'
import { exchangeTexts, fileTexts, uploadTexts, recordingTexts } from './file-texts.ts'
import type { OperationText } from './operation-text.ts'
import { paymentTexts, planTexts } from './payment-texts.ts'
import { memberTexts, sharingTexts } from './people-texts.ts'
import { profileTexts, twoFactorTexts } from './profile-texts.ts'
import { reportTexts } from './report-texts.ts'
import { accountTexts, googleTexts, magicLinkTexts, passwordLinkTexts } from './sign-in-texts.ts'
import { speakerTexts, tagTexts } from './speaker-and-tag-texts.ts'
import { summaryTexts } from './summary-texts.ts'
import { talkTexts } from './talk-texts.ts'
import {
  analysisTexts,
  draftTexts,
  transcriptEditTexts,
  historyTexts,
  searchTexts,
  sectionTexts,
  transcriptPartTexts,
  transcriptTexts,
} from './transcript-texts.ts'
import {
  billingTexts,
  broadcastingTexts,
  homeTexts,
  installationTexts,
  notificationTexts,
  trashTexts,
  workspaceTexts,
} from './workspace-texts.ts'

export { errorTexts } from './error-texts.ts'
export { fieldTexts } from './field-texts.ts'

/** Group → texts of its operations by name. The groups are the tags of the document. */
export const operationTexts: Readonly<Record<string, Readonly<Record<string, OperationText>>>> = {
  'Sign-in': { ...accountTexts, ...googleTexts, ...magicLinkTexts, ...passwordLinkTexts },
  Profile: { ...profileTexts, ...twoFactorTexts },
  Folders: { ...workspaceTexts, ...homeTexts, ...trashTexts },
  Files: { ...fileTexts, ...uploadTexts, ...recordingTexts },
  Transcripts: {
    ...transcriptTexts,
    ...transcriptPartTexts,
    ...draftTexts,
    ...transcriptEditTexts,
    ...historyTexts,
    ...searchTexts,
    ...sectionTexts,
    ...analysisTexts,
  },
  'Import and export': { ...exchangeTexts },
  Speakers: { ...speakerTexts },
  Tags: { ...tagTexts },
  Comments: { ...commentTexts },
  Reports: { ...reportTexts, ...talkTexts },
  Assistant: { ...chatTexts, ...chatMessageTexts, ...summaryTexts },
  CRM: { ...crmTexts, ...crmDealTexts },
  Sharing: { ...sharingTexts },
  Workspace: { ...memberTexts, ...billingTexts },
  Applications: { ...applicationTexts },
  Payment: { ...paymentTexts, ...planTexts },
  Notifications: { ...notificationTexts, ...broadcastingTexts },
  Installation: { ...installationTexts },
  Operators: {
    ...adminConsoleTexts,
    ...adminUserTexts,
    ...adminRequestTexts,
    ...adminSubscriptionTexts,
    ...adminInvoiceTexts,
  },
}
