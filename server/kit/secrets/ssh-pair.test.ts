import ssh2 from 'ssh2'
import { expect, it } from 'vitest'
import { newSshPair } from './ssh-pair.ts'

it('a pair is read again, however its bytes begin, and keeps its comment', () => {
  const faults = Array.from({ length: 1_500 }, () => newSshPair()).flatMap((pair) =>
    [pair.private, pair.public].map((text) => ssh2.utils.parseKey(text)).filter((key) => key instanceof Error),
  )
  expect(faults).toEqual([])
  expect(newSshPair({ comment: 'countinghouse-simulator' }).public).toMatch(/^ssh-ed25519 \S+ countinghouse-simulator$/)
})
