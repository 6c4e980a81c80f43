import { machine } from './kit/machine.ts'

/** A run of a reconciliation. Until it is done the answer before it stands, and one that fails or is cancelled changes nothing. */
export const reconRunStates = machine({
  states: ['queued', 'running', 'done', 'failed', 'cancelled'],
  actions: {
    begin: { from: ['queued'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    fail: { from: ['running'], to: 'failed' },
    cancel: { from: ['queued', 'running'], to: 'cancelled' },
  },
})
export type ReconRunState = (typeof reconRunStates.states)[number]

/** Why a run was begun. `file`: one was loaded or withdrawn. */
export const reconCauses = [
  'hand',
  'schedule',
  'file',
  'rules',
  'plans',
  'tolerance',
  'calendar',
  'source',
  'decision',
] as const

/** Why the outcome of a record is another one than in an earlier run. */
export const changeCauses = [
  'new_record',
  'record_gone',
  'restated',
  'decision',
  'rule',
  'plan',
  'tolerance',
  'day',
  'counterpart',
] as const
export type ChangeCause = (typeof changeCauses)[number]
