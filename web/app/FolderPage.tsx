// The folder page, connected with what other domains add to it.
import { filesTab, tableSubscription } from '../files/folder-page.ts'
import { shareFolder } from '../membership/sharing/folder-page.tsx'
import { recordAction, unfinishedNotice } from '../recording/screen/folder-page.tsx'
import { reportTab } from '../reports/folder-page.tsx'
import { speakersTab } from '../speakers/folder-page.tsx'
import { tagsTab } from '../tags/folder-page.tsx'
import { folderPage } from '../tree/folder-page.ts'

for (const tab of [filesTab, tagsTab, reportTab, speakersTab]) folderPage.tabs.add(tab)
folderPage.actions.add(shareFolder)
folderPage.actions.add(recordAction)
folderPage.notices.add(unfinishedNotice)
folderPage.subscriptions.add(tableSubscription)

export { default } from '../tree/FolderPage.tsx'
