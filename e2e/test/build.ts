// The journeys run on what people run: the page as it is served and the program as it starts, built unless they are there.
import { buildWeb } from '../../tools/build-web.ts'
import { bundleProgram } from '../../tools/bundle-program.ts'

export default async (): Promise<void> => {
  await buildWeb()
  await bundleProgram()
}
