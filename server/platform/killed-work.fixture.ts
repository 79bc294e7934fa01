// Works in a work folder until it is killed: `node killed-work.fixture.ts <root>`. Prints the folder to standard
// output.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorkFolders } from './work-folders.ts'

await openWorkFolders(process.argv[2] ?? '', 50).withFolder(async (folder) => {
  await writeFile(join(folder, 'half-made'), 'x'.repeat(1000))
  process.stdout.write(`${folder}\n`)
  await new Promise((resolve) => {
    setTimeout(resolve, 60_000)
  })
})
