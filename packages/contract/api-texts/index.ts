// Texts of the OpenAPI document. Only the server imports this folder, and only when somebody asks for the document: no
// browser loads it (`api-texts-stay-on-the-server` in .dependency-cruiser.cjs).
import { exchangeTexts, fileTexts, uploadTexts } from './files.ts'
import type { OperationText } from './operation-text.ts'
import { memberTexts, sharingTexts } from './people.ts'
import { profileTexts, twoFactorTexts } from './profile.ts'
import { accountTexts, googleTexts, magicLinkTexts, passwordLinkTexts } from './sign-in.ts'
import { speakerTexts, tagTexts } from './speakers-and-tags.ts'
import { changeTexts, editLockTexts, historyTexts, searchTexts, sectionTexts, transcriptTexts } from './transcripts.ts'
import {
  billingTexts,
  broadcastingTexts,
  installationTexts,
  notificationTexts,
  trashTexts,
  workspaceTexts,
} from './workspace.ts'

export { errorTexts } from './errors.ts'
export { fieldTexts } from './fields.ts'

/** Group → texts of its operations by name. The groups are the tags of the document. */
export const operationTexts: Readonly<Record<string, Readonly<Record<string, OperationText>>>> = {
  'Sign-in': { ...accountTexts, ...googleTexts, ...magicLinkTexts, ...passwordLinkTexts },
  Profile: { ...profileTexts, ...twoFactorTexts },
  Folders: { ...workspaceTexts, ...trashTexts },
  Files: { ...fileTexts, ...uploadTexts },
  Transcripts: {
    ...transcriptTexts,
    ...changeTexts,
    ...editLockTexts,
    ...historyTexts,
    ...searchTexts,
    ...sectionTexts,
  },
  'Import and export': { ...exchangeTexts },
  Speakers: { ...speakerTexts },
  Tags: { ...tagTexts },
  Sharing: { ...sharingTexts },
  Workspace: { ...memberTexts, ...billingTexts },
  Notifications: { ...notificationTexts, ...broadcastingTexts },
  Installation: { ...installationTexts },
}
