import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readRemembered } from '#contract/session.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { languages, languageTags } from '#i18n/languages.ts'
import { EnvironmentMenu } from './environment-menu.tsx'
import { HelpMenu } from './help-menu.tsx'
import { chooseLanguage } from '#console/kit/auth/choose-language.ts'
import { Icon, type IconName } from '#console/kit/ui/icons.tsx'
import { lockNow } from './idle.ts'
import { openPalette, paletteKeys } from './overlay.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { useUser } from '#console/kit/auth/session.ts'
import styles from './top-bar.module.css'
import { useCall } from '#console/kit/api/use-call.ts'

/**
 * The top bar: merchant, environment and the user's own choices; `items` are buttons of domains.
 */
export function TopBar({ items, onMenu }: { items: ReactNode; onMenu: () => void }): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <header className={styles['bar']}>
      <div className={styles['burger']}>
        <ActionIcon variant="subtle" color="gray" aria-label={t(($) => $.shell.openMenu)} onClick={onMenu}>
          <Icon name="menu" />
        </ActionIcon>
      </div>
      {user.merchant_logo && <img src={user.merchant_logo} alt="" className={styles['logo']} />}
      <bdi className={styles['merchant']} title={user.merchant_name}>
        {user.merchant_name}
      </bdi>
      <EnvironmentMenu />
      <div className={styles['end']}>
        <button type="button" className={styles['search']} aria-keyshortcuts="Control+K" onClick={openPalette}>
          <Icon name="search" />
          <span>{t(($) => $.shell.search)}</span>
          <kbd aria-hidden="true">{paletteKeys}</kbd>
        </button>
        {items}
        <div className={styles['choices']}>
          <TopMenus />
        </div>
        <UserMenu />
      </div>
    </header>
  )
}

/** A menu inside a modal dialog opens inside it too, since the browser draws a modal dialog over all the rest of the page. */
export interface InDialog {
  inDialog?: boolean
}

/** Help, language and colours. On a phone, whose bar has no room for them, they stand in the drawer. */
export function TopMenus({ inDialog = false }: InDialog): ReactNode {
  return (
    <>
      <HelpMenu inDialog={inDialog} />
      <LanguageMenu inDialog={inDialog} />
      <SchemeMenu inDialog={inDialog} />
    </>
  )
}

/** The menu of languages, each by its own name. */
export function LanguageMenu({ inDialog = false }: InDialog): ReactNode {
  const { t } = useTranslation()
  const shown = useLanguage()
  return (
    <Menu position="bottom-end" withinPortal={!inDialog}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t(($) => $.shell.language)}>
          <Icon name="language" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languageTags.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === shown && <Icon name="check" />}
            aria-current={language === shown}
            onClick={() => void chooseLanguage(language)}
          >
            {languages[language].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes: { scheme: MantineColorScheme; icon: IconName }[] = [
  { scheme: 'light', icon: 'light' },
  { scheme: 'dark', icon: 'dark' },
  { scheme: 'auto', icon: 'system' },
]

/** The menu of colour schemes: light, dark or the system's. */
export function SchemeMenu({ inDialog = false }: InDialog): ReactNode {
  const { t } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" withinPortal={!inDialog}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t(($) => $.shell.scheme)}>
          <Icon name={schemes.find(({ scheme }) => scheme === colorScheme)?.icon ?? 'system'} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ scheme, icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === scheme && <Icon name="check" />}
            aria-current={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t(($) => $.shell.schemes[scheme])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function UserMenu(): ReactNode {
  const { t } = useTranslation()
  const user = useUser()
  const go = useGo()
  const [opened, setOpened] = useState(false)
  const remembered = useCall(readRemembered, {}, { enabled: opened }).data?.remembered
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t(($) => $.shell.userMenu)}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles['who']}>
          <bdi>{user.name}</bdi>
          <bdi dir="ltr">{user.email_address.email}</bdi>
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void go({ to: 'profile' })}>{t(($) => $.screens.profile)}</Menu.Item>
        <Menu.Item onClick={() => void go({ to: 'generalSettings' })}>{t(($) => $.screens.generalSettings)}</Menu.Item>
        <Menu.Item onClick={lockNow}>{t(($) => $.shell.lockNow)}</Menu.Item>
        <Menu.Item onClick={() => void go({ to: 'signOut' })}>{t(($) => $.screens.signOut)}</Menu.Item>
        {remembered && (
          <Menu.Item onClick={() => void go({ to: 'signOut', search: { forget: '1' } })}>
            {t(($) => $.session.signOutAndForget)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
