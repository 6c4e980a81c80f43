import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareData } from '#test/prepared-data.ts'
import { setup as chooseProbes } from '#test/probe-seed.ts'
import { roomyPlace, testFolder } from '#test/test-folder.ts'

/** Playwright's global setup: the demo data, made once; each server of the run starts on a clone. */
export default async function prepare(): Promise<() => Promise<void>> {
  chooseProbes()
  const folder = await testFolder(await roomyPlace())
  process.env['E2E_FOLDER'] = folder
  await mkdir(join(folder, 'servers'))
  await Promise.all([
    prepareData(join(folder, 'with-past'), { payments: 2_000 }),
    prepareData(join(folder, 'without-past'), { payments: 0 }),
  ])
  return () => rm(folder, { recursive: true, force: true })
}
