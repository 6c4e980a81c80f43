import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { roomyPlace, testFolder } from '#test/test-folder.ts'
import { prepareData } from '#test/prepared-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo merchants and no payments, to be cloned. */
    prepared: string
  }
}

/** Prepares the data that each deployment begins with, once for all of them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await testFolder(await roomyPlace())
  const prepared = join(folder, 'prepared')
  await prepareData(prepared, { payments: 0 })
  project.provide('prepared', prepared)
  return () => rm(folder, { recursive: true, force: true })
}
