import * as domains from './domains.ts'
import type { Domain } from './kit/domain.ts'
import type { FileSource } from './kit/files/file-source.ts'

/** Every kind of file that a mail can carry. */
export const fileSources: readonly FileSource[] = Object.values<Domain>(domains).flatMap((domain) => domain.files ?? [])
