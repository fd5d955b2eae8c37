declare class CountsReporter extends Mocha.reporters.Spec {}
export = CountsReporter;
