import { TextInput } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allowed } from '#contract/access.ts'
import { screens, type Screen as ScreenOf, type ScreenName } from '#contract/screens.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { Empty } from '#console/kit/list/unanswered.tsx'
import { Screen } from '#console/kit/routing/screen.tsx'
import { ButtonLink, ScreenLink, useGo, useScreenSearch } from '#console/kit/routing/screen-link.tsx'
import { accessOf, useUser } from '#console/kit/auth/session.ts'
import { screenTitle, useAreaTexts } from '#console/kit/i18n/words.ts'
import { wordsIn } from '#console/kit/i18n/search-words.ts'
import { findAnswers, marked, type Found } from './faq.ts'
import styles from './support.module.css'

/** Frequent questions with a search, and the link to a support ticket. */
export default function Support(): ReactNode {
  const { t } = useTranslation()
  const answers = useAreaTexts('faq')
  const { q = '' } = useScreenSearch('support')
  const go = useGo()
  const search = useDeferredValue(q)
  const found = findAnswers(search, answers)
  const subjects = [...new Set(found.map(({ about }) => about))]
  const contact = (
    <ButtonLink to="supportTickets" search={{ new: '1' }}>
      {t(($) => $.support.contact)}
    </ButtonLink>
  )
  return (
    <Screen
      name="support"
      actions={
        <>
          <ButtonLink to="supportTickets" search={{}} variant="default">
            {screenTitle('supportTickets')}
          </ButtonLink>
          {contact}
        </>
      }
    >
      <div className={styles['faq']}>
        <TextInput
          type="search"
          aria-label={t(($) => $.support.searchAnswers)}
          placeholder={t(($) => $.support.searchAnswers)}
          leftSection={<Icon name="search" />}
          dir="auto"
          maxLength={100}
          value={q}
          onChange={(event) => void go({ to: 'support', search: withText(event.currentTarget.value), replace: true })}
        />
        <p role="status" className={search ? styles['count'] : 'visually-hidden'}>
          {search !== '' && t(($) => $.support.found, { count: found.length })}
        </p>
        {found.length === 0 && (
          <Empty title={t(($) => $.list.noMatchTitle)} text={t(($) => $.support.noAnswer)}>
            {contact}
          </Empty>
        )}
        {subjects.map((subject) => (
          <section key={subject} className={styles['subject']}>
            <h2>{t(($) => $.ticketCategories[subject])}</h2>
            {found
              .filter(({ about }) => about === subject)
              .map((one) => (
                <Question key={`${one.id} ${search === ''}`} {...one} words={wordsIn(search)} />
              ))}
          </section>
        ))}
      </div>
    </Screen>
  )
}
const withText = (q: string) => (q === '' ? {} : { q })

function Question({ question, answer, screens: named, words }: Found & { words: readonly string[] }): ReactNode {
  const user = useUser()
  const open = (named as readonly ScreenName[]).filter((name) => {
    const { access }: ScreenOf = screens[name]
    return access !== 'open' && access !== 'signedOut' && allowed(access, accessOf(user))
  })
  return (
    <details className={styles['question']} open={words.length > 0}>
      <summary>
        <Icon name="forward" size={12} />
        <h3>
          <Marked text={question} words={words} />
        </h3>
      </summary>
      <div className={styles['answer']}>
        {answer.map((paragraph) => (
          <p key={paragraph}>
            <Marked text={paragraph} words={words} />
          </p>
        ))}
        {open.length > 0 && (
          <p className={styles['links']}>
            {open.map((name) => (
              <ScreenLink key={name} {...({ to: name, search: {} } as { to: 'support' })}>
                {screenTitle(name)}
              </ScreenLink>
            ))}
          </p>
        )}
      </div>
    </details>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  return marked(text, words).map((piece, index) =>
    piece.found ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  )
}
