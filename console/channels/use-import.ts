import { useState } from 'react'
import { importChannels, listImportable } from '#contract/channel-imports.ts'
import { useAction, useCall } from '#console/kit/api/use-call.ts'
import { refreshUser } from '#console/kit/auth/session.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import { chosenBody, fateOf, type Choice, type Fate, type Importable } from './import-choice.ts'
import { ofChannels } from './use-channels.ts'

/** What another system of the operator has of the merchant's channels. */
export const useImportable = () => useCall(listImportable, { query: {} })

/** Imports chosen channels one after the other, so that each has its result as soon as it is known. */
export function useImport() {
  const { act } = useAction(importChannels, { refreshes: ofChannels })
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map())
  const isRunning = [...fates.values()].some(({ kind }) => kind === 'waiting' || kind === 'importing')
  const note = (id: string, fate: Fate) => setFates((known) => new Map(known).set(id, fate))
  async function run(chosen: readonly { channel: Importable; choice: Choice }[]): Promise<void> {
    setFates(new Map(chosen.map(({ channel }) => [channel.id, { kind: 'waiting' }])))
    for (const { channel, choice } of chosen) {
      note(channel.id, { kind: 'importing' })
      const outcome = await act({ query: {}, body: { channels: [chosenBody(channel, choice)] } })
      note(
        channel.id,
        outcome.ok ? fateOf(channel, outcome.answer) : { kind: 'failed', text: failureText(outcome.error) },
      )
    }
    // The first channel opens what a merchant without any cannot have.
    void refreshUser()
  }
  return { fates, isRunning, run }
}
