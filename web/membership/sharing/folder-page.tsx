// Registers the parts of this domain on the folder page.
import type { Project } from '@kaiwa/contract/workspace.ts'
import { ShareButton } from './ShareButton.tsx'

export const shareFolder = {
  id: 'share',
  order: 10,
  Action: ({ project }: { project: Project }) =>
    project.can.view_members && (
      <ShareButton shared={{ itemId: project.item_id, name: project.name, isProject: true }} />
    ),
}
