import { changeWord, type ChangeKind } from '#contract/changes.ts'
import type { Environment } from '#contract/kit/wire.ts'

interface Owner {
  merchantId: string
  environment: Environment
}

/** The objects that committed transactions of this process have changed, until somebody takes them. */
export interface ChangedObjects {
  note(owner: Owner, kind: ChangeKind, ref: string): void
  /** Removes all and returns one line for each merchant and environment: `<merchant> <environment> <kind>:<ref> …`. */
  take(): string[]
  /** Calls `listener` when there is something to take after there was nothing. */
  onNote(listener: () => void): void
}

/** Bounded: of a kind that changes often, only the kind is kept. */
export function createChangedObjects(): ChangedObjects {
  let noted = new Map<string, Map<ChangeKind, Set<string>>>()
  let listener = () => {}
  return {
    note({ merchantId, environment }, kind, ref) {
      const owner = `${merchantId} ${environment}`
      const kinds = noted.get(owner) ?? new Map<ChangeKind, Set<string>>()
      const refs = kinds.get(kind) ?? new Set()
      if (refs.size <= refsMost) refs.add(ref)
      kinds.set(kind, refs)
      noted.set(owner, kinds)
      listener()
    },
    take() {
      const lines = [...noted].map(([owner, kinds]) => [owner, ...[...kinds].flatMap(wordsOf)].join(' '))
      noted = new Map()
      return lines
    },
    onNote: (next) => void (listener = next),
  }
}

/** A line has to fit into the 8,000 bytes of a NOTIFY: four kinds of so many references of at most 64 bytes. */
const refsMost = 20
const wordsOf = ([kind, refs]: [ChangeKind, Set<string>]) =>
  refs.size > refsMost ? [changeWord({ kind, ref: null })] : [...refs].map((ref) => changeWord({ kind, ref }))
