import { startForm } from './form/startForm.ts';

startForm();
