import { seededRecord } from '#test/recon-objects.ts'
import type { Arrangements } from './scene.ts'

/** Reconciliation. */
export const ofRecon: Arrangements = {
  saveFileMapping({ asked }) {
    asked.body = { ...asked.body, ...seededRecord, file_prefix: 'another_*' }
  },
}
