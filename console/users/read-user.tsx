import type { ReactNode } from 'react'
import type { ScreenName } from '#contract/screens.ts'
import { readUser, type SubUser } from '#contract/users.ts'
import { useActingFor } from '#console/kit/routing/acting-for.tsx'
import { Unanswered } from '#console/kit/list/unanswered.tsx'
import { Missing } from '#console/kit/details/missing.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useCall } from '#console/kit/api/use-call.ts'

interface ReadUserProps {
  id: string
  screen: ScreenName
  children: (user: SubUser, reload: () => Promise<SubUser | undefined>) => ReactNode
}

/** Reads the user of a screen; until then it draws the screen with a skeleton. */
export function ReadUser({ id, screen, children }: ReadUserProps): ReactNode {
  const merchant = useActingFor()
  const { data, error, refetch } = useCall(readUser, { path: { id: id || 'none' } })
  if (data) return children(data, async () => (await refetch()).data)
  return (
    <Screen name={screen} back="accounts" backSearch={merchant ? { merchant } : {}}>
      <Unanswered query={{ error, refetch }} lines={10} missing={<Missing what="user" />} />
    </Screen>
  )
}
