import { Button, Menu } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import type { ExceptionAct } from '#contract/recon-decision-shapes.ts'
import { aloneStatuses } from '#contract/recon-decision-shapes.ts'
import { actOnExceptions } from '#contract/recon-exceptions.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { accessOf, environmentOf, useUser } from '#console/kit/auth/session.ts'
import { useGo, useScreenSearch, type RawSearch } from '#console/kit/routing/screen-link.tsx'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Kbd } from '#console/kit/ui/kbd.tsx'
import { toastFailure } from '#console/kit/ui/toast.ts'
import { usePairs } from '../dashboard/pairs.ts'
import { ActDialogue } from './act-dialogue.tsx'
import { actIcons, actsOn, ofExceptions, sideOf } from './acts.ts'
import { AskProvider } from './ask-provider.tsx'
import type { ReconExceptionDetails } from './details.tsx'
import { MatchByHand } from './match-by-hand.tsx'
import { useNeighbours } from './next.ts'
import { tellActed } from './outcome.tsx'

type Asked = ExceptionAct | 'ask' | 'by_hand'

/** Accepts what is suggested and goes on to the next, by one key; goes on without; and whatever else can be done to it. */
export function ActsOnOne({ of: { record, waits_for: waits } }: { of: ReconExceptionDetails }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const environment = environmentOf(user)
  const go = useGo()
  const address = useScreenSearch('reconException') as RawSearch
  const { next, previous } = useNeighbours(address)
  const { data: pairs = [] } = usePairs()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { act, pending } = useAction(actOnExceptions, { refreshes: ofExceptions, quiet: true })
  const show = (to: RawSearch | null) => void (to && go({ to: 'reconException', search: to as never }))
  const onward = () => {
    const { ref: _, ...list } = address
    if (next) show(next)
    else void go({ to: 'reconExceptions', search: list as never })
  }
  const accept = async () => {
    const outcome = await act({ body: { environment, act: 'match', record_refs: [record.record_ref] } })
    if (!outcome.ok) return
    const [why] = outcome.answer.why
    if (why) return toastFailure(t(($) => $.actRefusals[why.reason]), '')
    tellActed(outcome.answer, 'match')
    onward()
  }
  const possible = waits === '' ? actsOn([record]) : (['assign', 'comment'] as const)
  const isSuggested = (possible as readonly ExceptionAct[]).includes('match')
  const side = sideOf(record.record_ref)
  const pair = pairs.find(({ msm_id }) => msm_id === record.msm_id)
  const mayChoose = waits === '' && pair && [...aloneStatuses, 'expected'].includes(record.status) && allowed('reconDashboard', accessOf(user))
  const done = () => setAsked(null)
  return (
    <>
      <Button variant="default" data-act="backward" aria-keyshortcuts="b" disabled={!previous} rightSection={<Kbd>b</Kbd>} onClick={() => show(previous)}>
        {t(($) => $.reconExceptions.previous)}
      </Button>
      <Button variant="default" data-act="onward" aria-keyshortcuts="n" disabled={!next} rightSection={<Kbd>n</Kbd>} onClick={() => show(next)}>
        {t(($) => $.reconExceptions.next)}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={12} />}>
            {t(($) => $.reconExceptions.decide)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ActItems
            acts={[
              ...(mayChoose ? [{ id: 'by_hand', title: t(($) => $.reconExceptions.byHand), icon: 'link' as const, run: () => setAsked('by_hand') }] : []),
              ...possible.filter((one) => one !== 'match' && one !== 'comment').map((one) => ({ id: one, title: t(($) => $.exceptionActs[one]), icon: actIcons[one], run: () => setAsked(one) })),
              { id: 'ask', title: t(($) => $.reconExceptions.ask), icon: 'mail', run: () => setAsked('ask') },
            ]}
          />
        </Menu.Dropdown>
      </Menu>
      {isSuggested && (
        <Button data-act="approve" aria-keyshortcuts="a" loading={pending} rightSection={<Kbd>a</Kbd>} onClick={() => void accept()}>
          {t(($) => $.exceptionActs.match)}
        </Button>
      )}
      {asked === 'ask' && <AskProvider of={{ rows: [record], found: null }} onDone={done} onClose={done} />}
      {asked === 'by_hand' && pair && <MatchByHand record={record} other={side === 'a' ? pair.data_source_b : pair.data_source_a} onDone={done} onClose={done} />}
      {asked !== null && asked !== 'ask' && asked !== 'by_hand' && (
        <ActDialogue act={asked} of={{ rows: [record], found: null }} onDone={done} onClose={done} />
      )}
    </>
  )
} // prettier-ignore
