import * as vscode from 'vscode';

/** A tree behind a view, as far as the view's frame is its business. */
export interface AttachableTree<T> extends vscode.TreeDataProvider<T> {
  attach?(view: vscode.TreeView<T>): void;
}

/** Stands in for a tree until the view is first shown; only then the tree is loaded. */
export class LazyTree<T> implements vscode.TreeDataProvider<T> {
  readonly #load: () => Promise<AttachableTree<T>>;
  readonly #changed = new vscode.EventEmitter<T | T[] | undefined | null>();
  readonly onDidChangeTreeData = this.#changed.event;
  #tree: Promise<AttachableTree<T>> | undefined;
  #view: vscode.TreeView<T> | undefined;
  #hasManySelected = false;

  constructor(load: () => Promise<AttachableTree<T>>) {
    this.#load = load;
  }

  createView(viewId: string, canSelectMany: boolean): vscode.Disposable {
    const options = { treeDataProvider: this, canSelectMany, showCollapseAll: canSelectMany };
    this.#view = vscode.window.createTreeView(viewId, options);
    return this.#view;
  }

  async getChildren(node?: T): Promise<T[]> {
    const tree = await this.#loaded();
    return (await tree.getChildren(node)) ?? [];
  }

  async getTreeItem(node: T): Promise<vscode.TreeItem> {
    return (await this.#loaded()).getTreeItem(node);
  }

  async getParent(node: T): Promise<T | undefined> {
    return (await (await this.#loaded()).getParent?.(node)) ?? undefined;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: T,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    return (await (await this.#loaded()).resolveTreeItem?.(item, node, token)) ?? item;
  }

  #loaded(): Promise<AttachableTree<T>> {
    this.#tree ??= this.#attach();
    return this.#tree;
  }

  async #attach(): Promise<AttachableTree<T>> {
    const tree = await this.#load();
    tree.onDidChangeTreeData?.(change => this.#redraw(change ?? undefined));
    if (this.#view !== undefined) this.#attachTo(this.#view, tree);
    return tree;
  }

  #attachTo(view: vscode.TreeView<T>, tree: AttachableTree<T>): void {
    // While the tree is being read again, `view.selection` is empty.
    view.onDidChangeSelection(({ selection }) => {
      this.#hasManySelected = selection.length > 1;
    });
    tree.attach?.(view);
  }

  /**
   * VS Code keeps a selection of several rows but stops drawing most of it when single rows are redrawn. It
   * draws all of it when the whole tree is.
   */
  #redraw(rows: T | T[] | undefined): void {
    this.#changed.fire(this.#hasManySelected ? undefined : rows);
  }
}
