import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../shared/data/settlement')
/** Whether the real files of settlements are there; tests that need them say so and are left out. */
export const hasRealFiles = existsSync(folder)
export const realFile = (path: string): string => join(folder, path)
