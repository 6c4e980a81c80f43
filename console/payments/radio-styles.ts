/** What only the forms of this domain draw; it comes with their code. */
import '@mantine/core/styles/Radio.css'
