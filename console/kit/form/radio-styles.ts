/** The styles of radio buttons, which few forms draw; they come with the code of those. */
import '@mantine/core/styles/Radio.css'
