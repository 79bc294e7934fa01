// Registers the parts of this domain on the file page.
import { ShareButton } from './ShareButton.tsx'

export const shareFile = {
  id: 'share',
  order: 20,
  Action: ({ file }: { file: { item_id: number; title: string } }) => (
    <ShareButton shared={{ itemId: file.item_id, name: file.title, isProject: false }} />
  ),
}
