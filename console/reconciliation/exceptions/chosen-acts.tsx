import { Button, Menu } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { aloneStatuses, exceptionActs, type ExceptionAct } from '#contract/recon-decision-shapes.ts'
import { limits } from '#contract/limits.ts'
import { ActItems } from '#console/kit/ui/act-items.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ActDialogue } from './act-dialogue.tsx'
import { actIcons, actsOn, fits, sideOf } from './acts.ts'
import { AskProvider } from './ask-provider.tsx'
import { MatchTogether } from './match-together.tsx'
import { SumsOfChosen, type ChosenExceptions } from './sums-list.tsx'

type Asked = ExceptionAct | 'together' | 'ask'
/** Those that have a button of their own; the others are behind 'More'. */
const first: readonly ExceptionAct[] = ['match', 'write_off', 'accept']

/** Whether records of both sides of one pair are chosen that no match has. */
const areTwoSides = (rows: ChosenExceptions['rows']): boolean =>
  rows.every(({ status }) => aloneStatuses.includes(status)) &&
  new Set(rows.map(({ msm_id }) => msm_id)).size === 1 &&
  new Set(rows.map(({ record_ref }) => sideOf(record_ref))).size === 2

/** What the chosen exceptions come to, and what can be done to them. */
export function ChosenActs({ of, onDone }: { of: ChosenExceptions; onDone: () => void }): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { rows, found } = of
  const possible = found ? exceptionActs : actsOn(rows)
  const count = (act: ExceptionAct) => (found ? null : rows.filter((row) => fits(act, row)).length)
  const done = () => {
    setAsked(null)
    onDone()
  }
  const close = () => setAsked(null)
  const words = (act: ExceptionAct) => t(($) => $.exceptionActs[act])
  const isPair = !found && areTwoSides(rows)
  return (
    <>
      <SumsOfChosen of={of} />
      {first.map((act) => (
        <Button
          key={act}
          size="xs"
          variant="default"
          disabled={!possible.includes(act)}
          {...(act === 'match' && { 'data-act': 'approve' })}
          onClick={() => setAsked(act)}
        >
          {words(act)}
          {count(act) !== null && count(act) !== rows.length && ` (${count(act)})`}
        </Button>
      ))}
      {isPair && (
        <Button size="xs" variant="default" onClick={() => setAsked('together')}>
          {t(($) => $.reconExceptions.matchTogether)}
        </Button>
      )}
      <Menu position="top-end">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<Icon name="down" size={12} />}>
            {t(($) => $.reconExceptions.more)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ActItems
            acts={[
              ...possible.filter((act) => !first.includes(act)).map((act) => ({ id: act, title: words(act), icon: actIcons[act], run: () => setAsked(act) })),
              ...((found?.total ?? rows.length) <= limits.reconAskedAtOnce ? [{ id: 'ask', title: t(($) => $.reconExceptions.ask), icon: 'mail' as const, run: () => setAsked('ask') }] : []),
            ]}
          />
        </Menu.Dropdown>
      </Menu>
      {asked === 'ask' && <AskProvider of={of} onDone={done} onClose={close} />}
      {asked === 'together' && <MatchTogether rows={rows} onDone={done} onClose={close} />}
      {asked !== null && asked !== 'ask' && asked !== 'together' && (
        <ActDialogue act={asked} of={found ? of : { rows: rows.filter((row) => fits(asked, row)), found }} onDone={done} onClose={close} />
      )}
    </>
  )
} // prettier-ignore
