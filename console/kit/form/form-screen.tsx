import { Button } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleName } from '#contract/access.ts'
import { screens, type Screen as ScreenOf, type ScreenName } from '#contract/screens.ts'
import styles from './form.module.css'
import { GetHelp } from '#console/kit/shell/get-help.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { useDenied } from '#console/kit/routing/use-denied.ts'
import { WhyNot } from '#console/kit/routing/why-not.tsx'
import { ButtonLink } from '#console/kit/routing/screen-link.tsx'
import type { CallError } from '#console/kit/api/send-call.ts'
import { failureText } from '#console/kit/i18n/words.ts'

interface FormScreenProps {
  name: ScreenName
  /** Replaces the screen's own title. */
  title?: string
  back: ScreenName
  /** The query parameters of that screen. */
  backSearch?: object
  /** Other acts on what the form changes, beside the title. */
  actions?: ReactNode
  /** The rule of the act, where it is another than the screen's. */
  rule?: RuleName
  /** The label of the submit button: 'Create link'. */
  submit: string
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  pending: boolean
  failure: CallError | null
  /** What the form is about, shown above it. */
  head?: ReactNode
  /** Shown beside the form, below it on a narrow screen. */
  aside?: ReactNode
  /** Shown below both: records of what the form changes. */
  below?: ReactNode
  children: ReactNode
}

/** A screen with a form, its submit button at the end and its failure above. */
export function FormScreen(props: FormScreenProps): ReactNode {
  const { t } = useTranslation()
  const { access }: ScreenOf = screens[props.name]
  const rule = props.rule ?? (access === 'open' || access === 'signedOut' ? 'anyUser' : access)
  const denied = useDenied(rule)
  return (
    <Screen
      name={props.name}
      back={props.back}
      actions={props.actions}
      {...(props.title === undefined ? {} : { title: props.title })}
      {...(props.backSearch ? { backSearch: props.backSearch } : {})}
    >
      {props.head}
      <div className={styles['split']}>
        <form noValidate className={styles['form']} onSubmit={props.onSubmit}>
          {props.children}
          {props.failure && <FormFailure error={props.failure} />}
          <div className={styles['buttons']}>
            <Button type="submit" loading={props.pending} disabled={denied !== null}>
              {props.submit}
            </Button>
            <ButtonLink to={props.back} search={(props.backSearch ?? {}) as never} variant="default">
              {t(($) => $.confirm.cancel)}
            </ButtonLink>
            <WhyNot rule={rule} />
          </div>
        </form>
        {props.aside && <aside className={styles['aside']}>{props.aside}</aside>}
      </div>
      {props.below && <div className={styles['below']}>{props.below}</div>}
    </Screen>
  )
}

/** A failure that belongs to no one field. */
export function FormFailure({ error }: { error: CallError }): ReactNode {
  return (
    <div role="alert" className={styles['failure']}>
      <Icon name="warning" />
      <span>
        {failureText(error)} {error.requestId && <bdi dir="ltr">({error.requestId})</bdi>}{' '}
        <GetHelp requestId={error.requestId} />
      </span>
    </div>
  )
}

/** A group of fields; groups of rarely used fields start folded. */
export function FormSection(props: { title: string; folded?: boolean; children: ReactNode }): ReactNode {
  const { title, folded, children } = props
  if (folded === undefined)
    return (
      <section className={styles['section']} data-card>
        <h2>{title}</h2>
        <div className={styles['fields']}>{children}</div>
      </section>
    )
  return (
    <details className={styles['section']} data-card open={!folded}>
      <summary>
        <Icon name="forward" size={12} />
        <h2>{title}</h2>
      </summary>
      <div className={styles['fields']}>{children}</div>
    </details>
  )
}
