import type { FileDetail } from '../transcripts/queries.ts'
import { lazyMenu } from '../ui/lazy-menu.tsx'
import { FileMenuButton } from './FileMenuButton.tsx'

const FileMenu = lazyMenu<{ file: FileDetail }>(
  (_, button) => <FileMenuButton {...button} />,
  async () => (await import('./FileExchangeOpened.tsx')).FileExchangeOpened,
)

/** The file's menu: export and import of the transcript. */
export const FileExchange = ({ file }: { file: FileDetail }) =>
  file.can.export || file.can.import ? <FileMenu file={file} /> : null
