import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type ReactNode, useState } from 'react'

const ACCEPT = LIMITS.uploadExtensions.map((extension) => `.${extension}`).join(',')

interface Props {
  isSingle?: boolean
  onFiles: (files: readonly File[]) => void
  children: (open: () => void) => ReactNode
}

/** Opens the file chooser of the browser for recordings. `children` renders the button that opens it. */
export function FilePicker({ isSingle = false, onFiles, children }: Props) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <>
      {children(() => input?.click())}
      <input
        ref={setInput}
        type="file"
        hidden
        accept={ACCEPT}
        multiple={!isSingle}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Choosing the same file again must fire a change event.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
