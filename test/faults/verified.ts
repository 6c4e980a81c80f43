import { join } from 'node:path'

/** By file and name of each test of a planted fault: the hash of what it depended on when it last found the fault. */
export type Verified = Record<string, string>
export const verifiedFile = join(import.meta.dirname, 'verified.json')

declare module 'vitest' {
  interface TaskMeta {
    /** What `verified.json` keeps of a planted fault that was found. */
    verified?: { key: string; hash: string }
  }
}
